"""What every other part builds on: array types, argument checks, memory, threads and executors."""
