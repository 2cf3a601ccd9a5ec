"""What a seat of Afritoria may know: observations, resampling of hidden information, what decisions reveal."""
