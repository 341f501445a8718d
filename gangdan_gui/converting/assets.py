"""Which files are known not to be documents: pictures, media, fonts, archives, what builds and styles a site."""

from __future__ import annotations

from pathlib import PurePosixPath

_ENDINGS = frozenset(
    [
        ".png", ".jpg", ".jpeg", ".gif", ".svg", ".svgz", ".webp", ".bmp", ".ico", ".tif", ".tiff", ".psd", ".ai",
        ".eps", ".avif", ".heic", ".xcf", ".drawio", ".mp3", ".wav", ".ogg", ".flac", ".m4a", ".mp4", ".webm",
        ".mov", ".avi", ".mkv", ".woff", ".woff2", ".ttf", ".otf", ".eot", ".zip", ".gz", ".tgz", ".bz2", ".xz",
        ".7z", ".rar", ".tar", ".zst", ".whl", ".egg", ".jar", ".war", ".deb", ".rpm", ".dmg", ".iso", ".exe",
        ".msi", ".apk", ".css", ".scss", ".sass", ".less", ".styl", ".map", ".lock", ".pyc", ".pyo", ".pyd", ".so",
        ".dll", ".dylib", ".o", ".a", ".obj", ".lib", ".class", ".wasm", ".bin", ".dat", ".npy", ".npz", ".pkl",
        ".pickle", ".h5", ".hdf5", ".parquet", ".pt", ".pth", ".onnx", ".safetensors", ".db", ".sqlite", ".sqlite3",
        ".mo", ".inv", ".woff", ".swp", ".ds_store", ".bak", ".tmp", ".log",
    ]
)  # fmt: skip
_NAMES = frozenset(
    [
        ".gitignore", ".gitattributes", ".gitmodules", ".gitkeep", ".editorconfig", ".dockerignore", ".npmrc",
        ".nvmrc", ".prettierrc", ".eslintrc", ".nojekyll", "cname", "package-lock.json", "yarn.lock",
        "pnpm-lock.yaml", "poetry.lock", "uv.lock", "cargo.lock", "pipfile.lock", "go.sum", "thumbs.db",
        "desktop.ini", ".ds_store",
    ]
)  # fmt: skip
# Scripts in these folders, or under these endings, make a site work; those elsewhere may be what it teaches.
_SCRIPTS = frozenset([".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"])
_SCRIPT_FOLDERS = frozenset(
    ["_static", "node_modules", "bower_components", "vendor", "dist", ".vitepress", ".vuepress", ".docusaurus", ".next"]
)
_SCRIPT_NAMES = (".min", ".bundle", ".config", ".prod", ".chunk", "eslintrc", "prettierrc", "babelrc")


def is_asset(path: str) -> bool:
    """Whether a file's name alone says that it holds nothing to read."""
    name = PurePosixPath(path.replace("\\", "/").lower())
    return name.name in _NAMES or name.suffix in _ENDINGS or (name.suffix in _SCRIPTS and _is_of_a_site(name))


def _is_of_a_site(script: PurePosixPath) -> bool:
    return script.stem.endswith(_SCRIPT_NAMES) or not _SCRIPT_FOLDERS.isdisjoint(script.parts[:-1])
