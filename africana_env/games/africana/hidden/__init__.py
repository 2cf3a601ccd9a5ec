"""Hidden information of Africana: observations, resampling, and what decisions reveal."""
