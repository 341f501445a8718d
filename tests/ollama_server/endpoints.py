"""Ollama's endpoints on a good day: the replies and error bodies of the real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from tests.ollama_server.exchange import Asked, Reply, error, json_reply, line, streamed, text_reply
from tests.ollama_server.models import ServedModel

VERSION = "0.13.5"
_MODIFIED = "2026-08-01T08:00:00Z"
_NEVER = "2318-01-01T00:00:00Z"


class Models(Protocol):
    """What the endpoints know of their server."""

    models: dict[str, ServedModel]
    pullable: dict[str, ServedModel]
    loaded: set[str]


Endpoint = Callable[[Models, Asked], Reply]


def answer(server: Models, asked: Asked) -> Reply:
    """The reply of a server that is well. A later endpoint is one more line in the table."""
    methods = {method for method, path in ENDPOINTS if path == asked.path}
    if not methods:
        return text_reply("404 page not found", 404)
    if asked.method not in methods:
        return text_reply("405 method not allowed", 405)
    if asked.method == "POST" and not isinstance(asked.json, dict):
        return error(400, "invalid character in request" if asked.body else "missing request body")
    return ENDPOINTS[asked.method, asked.path](server, asked)


def _alive(server: Models, asked: Asked) -> Reply:
    return text_reply("Ollama is running")


def _version(server: Models, asked: Asked) -> Reply:
    return json_reply({"version": VERSION})


def _tags(server: Models, asked: Asked) -> Reply:
    return json_reply({"models": [_listed(model) | {"modified_at": _MODIFIED} for model in server.models.values()]})


def _ps(server: Models, asked: Asked) -> Reply:
    loaded = [model for name, model in server.models.items() if name in server.loaded]
    return json_reply({"models": [_listed(model) | {"expires_at": _NEVER, "size_vram": 0} for model in loaded]})


def _show(server: Models, asked: Asked) -> Reply:
    model = _model(server, asked)
    if model is None:
        return _missing(asked)
    info = {
        "general.architecture": model.family,
        f"{model.family}.context_length": model.context_length,
        f"{model.family}.embedding_length": model.dimension,
    }
    able = "completion" if model.chat else "embedding"
    return json_reply({"details": _details(model), "model_info": info, "capabilities": [able]})


def _embed(server: Models, asked: Asked) -> Reply:
    model = _model(server, asked)
    if model is None:
        return _missing(asked)
    given = asked.json.get("input")
    texts = [given] if given and isinstance(given, str) else given or []
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        return error(400, "invalid input type")
    if model.chat:
        return error(501, "this model does not support embeddings")
    server.loaded.add(model.tagged)
    if model.longest is not None and max(map(len, texts), default=0) > model.longest:
        if asked.json.get("truncate") is False:
            return error(400, "the input length exceeds the context length")
        texts = [text[: model.longest] for text in texts]
    return json_reply(
        {
            "model": asked.json["model"],
            "embeddings": model.embed(texts) if texts else [],
            "total_duration": 14_143_917,
            "load_duration": 1_019_500,
            "prompt_eval_count": sum(len(text.split()) for text in texts),
        }
    )


def _embeddings(server: Models, asked: Asked) -> Reply:
    """The old endpoint: one text, a vector of any length, cut without a word."""
    model = _model(server, asked)
    if model is None:
        return _missing(asked)
    prompt = asked.json.get("prompt") or ""
    server.loaded.add(model.tagged)
    row = model.embed([prompt[: model.longest]])[0] if prompt else []
    return json_reply({"embedding": [number * 17.5 for number in row]})


def _chat(server: Models, asked: Asked) -> Reply:
    model = _model(server, asked)
    if model is None:
        return _missing(asked)
    if model.chat is None:
        return error(400, f'"{asked.json["model"]}" does not support chat')
    server.loaded.add(model.tagged)
    messages, options = asked.json["messages"], asked.json.get("options", {})
    most = int(options.get("num_predict", -1))
    return streamed(_said(model, messages, most if most >= 0 else 1 << 30))


def _said(model: ServedModel, messages: list[dict[str, str]], most: int) -> Iterator[bytes]:
    assert model.chat is not None
    facts = {"model": model.tagged, "created_at": _MODIFIED}
    said, read = 0, sum(len(message["content"]) for message in messages) // 4
    for piece in model.chat(messages, most):
        if isinstance(piece, int):
            read = piece
            continue
        yield line(facts | {"message": {"role": "assistant", "content": piece}, "done": False})
        said += 1
        if said == most:
            break
    reason = "length" if said == most else "stop"
    ended = {"done": True, "done_reason": reason, "prompt_eval_count": read, "eval_count": said}
    yield line(facts | {"message": {"role": "assistant", "content": ""}} | ended)


def _pull(server: Models, asked: Asked) -> Reply:
    """A stream also where there is no such model: the error is a line of it."""
    name = str(asked.json.get("model", ""))
    model = server.pullable.get(name.removesuffix(":latest"))
    if model is None:
        failed = {"error": "pull model manifest: file does not exist"}
        return streamed([line({"status": "pulling manifest"}), line(failed)])
    return streamed(_pulled(server, model))


def _pulled(server: Models, model: ServedModel) -> Iterator[bytes]:
    total, layer = 4_000, f"pulling {model.weights[:12]}"
    yield line({"status": "pulling manifest"})
    for done in range(0, total + 1, total // 4):
        yield line({"status": layer, "digest": f"sha256:{model.weights}", "total": total, "completed": done})
    server.models[model.tagged] = model
    yield line({"status": "success"})


ENDPOINTS: dict[tuple[str, str], Endpoint] = {
    ("HEAD", "/"): _alive,
    ("GET", "/"): _alive,
    ("HEAD", "/api/version"): _version,
    ("GET", "/api/version"): _version,
    ("HEAD", "/api/tags"): _tags,
    ("GET", "/api/tags"): _tags,
    ("GET", "/api/ps"): _ps,
    ("POST", "/api/show"): _show,
    ("POST", "/api/embed"): _embed,
    ("POST", "/api/embeddings"): _embeddings,
    ("POST", "/api/chat"): _chat,
    ("POST", "/api/pull"): _pull,
}


def _model(server: Models, asked: Asked) -> ServedModel | None:
    name = str(asked.json.get("model", ""))
    return server.models.get(name if ":" in name else f"{name}:latest")


def _missing(asked: Asked) -> Reply:
    return error(404, f"model '{asked.json.get('model', '')}' not found")


def _listed(model: ServedModel) -> dict[str, object]:
    return {
        "name": model.tagged,
        "model": model.tagged,
        "size": 274_302_450,
        "digest": model.weights,
        "details": _details(model),
    }


def _details(model: ServedModel) -> dict[str, object]:
    return {
        "parent_model": "",
        "format": "gguf",
        "family": model.family,
        "families": [model.family],
        "parameter_size": "137M",
        "quantization_level": "F16",
    }
