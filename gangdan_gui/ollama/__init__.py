"""How an Ollama server is reached and what its failures mean. Knows neither vectors nor conversations."""
