"""What several rooms' tests share; imported as ``helpers``."""
