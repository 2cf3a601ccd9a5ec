"""What a seat of Africana may know: observations, resampling of hidden information, what decisions reveal."""
