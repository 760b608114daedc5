"""What a failure amounts to: `judge` asks, the other modules answer, each with the evidence in one sentence."""
