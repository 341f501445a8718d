"""How well questions are answered, measured: sets of questions, figures, and the library that they are put to."""
