"""Playing games with the policy and turning them into samples to learn from."""
