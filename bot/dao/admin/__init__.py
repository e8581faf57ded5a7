"""What the administrators' page asks of the rows, and who may open it."""
