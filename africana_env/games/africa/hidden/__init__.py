"""Hidden information of Africa: observations, resampling, and what decisions reveal."""
