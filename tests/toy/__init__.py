"""A toy language that shows the engine is not about Python values: syntax, interpreter, compiler with planted bugs."""
