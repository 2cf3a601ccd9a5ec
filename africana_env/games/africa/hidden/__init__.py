"""What a seat of Africa may know: observations, resampling of hidden information, what decisions reveal."""
