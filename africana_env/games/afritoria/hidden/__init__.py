"""Hidden information of Afritoria: observations, resampling, and what decisions reveal."""
