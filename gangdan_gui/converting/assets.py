"""Which files are known not to be documents: pictures, media, fonts, archives, what builds and styles a site."""

from __future__ import annotations

from pathlib import PurePosixPath

PICTURES = (".png", ".jpg", ".jpeg", ".jfif", ".webp", ".tif", ".tiff", ".bmp")
"""Endings of the pictures whose words can be recognised."""

_ENDINGS = frozenset(
    [
        *PICTURES, ".gif", ".svg", ".svgz", ".ico", ".psd", ".ai", ".eps", ".avif", ".heic", ".xcf", ".drawio", ".mp3",
        ".wav", ".ogg", ".flac", ".m4a", ".mp4", ".webm", ".mov", ".avi", ".mkv", ".woff", ".woff2", ".ttf", ".otf",
        ".eot", ".zip", ".gz", ".tgz", ".bz2", ".xz",
        ".7z", ".rar", ".tar", ".zst", ".whl", ".egg", ".jar", ".war", ".deb", ".rpm", ".dmg", ".iso", ".exe",
        ".msi", ".apk", ".css", ".scss", ".sass", ".less", ".styl", ".map", ".lock", ".pyc", ".pyo", ".pyd", ".so",
        ".dll", ".dylib", ".o", ".a", ".obj", ".lib", ".class", ".wasm", ".bin", ".dat", ".npy", ".npz", ".pkl",
        ".pickle", ".h5", ".hdf5", ".parquet", ".pt", ".pth", ".onnx", ".safetensors", ".db", ".sqlite", ".sqlite3",
        ".mo", ".inv", ".woff", ".swp", ".ds_store", ".bak", ".tmp", ".log",
    ]
)  # fmt: skip
OTHER_ARCHIVES = frozenset({".rar", ".7z", ".zipx", ".lzh", ".lha", ".arj", ".ace", ".cab"})
"""Archives whose documents their owner would miss, and which are not opened."""
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
# What stands in these folders are the pictures of a text beside them, and not pages of their own.
_ILLUSTRATIONS = frozenset(
    [
        "images", "image", "imgs", "img", "assets", "asset", "static", "_static", "_images", "media", "figures",
        "figure", "figs", "fig", "icons", "logos", "res", "resources", "public", "theme", "themes", "插图", "配图",
    ]
)  # fmt: skip
# So Typora and web browsers name the folders of what belongs to one text.
_ILLUSTRATIONS_OF = (".assets", "_files", ".files", "_images")
_SCRIPT_NAMES = (".min", ".bundle", ".config", ".prod", ".chunk", "eslintrc", "prettierrc", "babelrc")


def is_asset(path: str) -> bool:
    """Whether a file's name alone says that it holds nothing to read."""
    name = PurePosixPath(path.replace("\\", "/").lower())
    return name.name in _NAMES or name.suffix in _ENDINGS or (name.suffix in _SCRIPTS and _is_of_a_site(name))


def is_picture(path: str) -> bool:
    """Whether a file's name says that it is a picture whose words can be recognised."""
    return PurePosixPath(path.replace("\\", "/").lower()).suffix in PICTURES


def is_page(path: str) -> bool:
    """Whether a file of a folder is a picture by itself, a photograph or a scan, and none that illustrates a text."""
    folders = PurePosixPath(path.replace("\\", "/").lower()).parts[:-1]
    illustrates = any(name in _ILLUSTRATIONS or name.endswith(_ILLUSTRATIONS_OF) for name in folders)
    return is_picture(path) and not illustrates


def _is_of_a_site(script: PurePosixPath) -> bool:
    return script.stem.endswith(_SCRIPT_NAMES) or not _SCRIPT_FOLDERS.isdisjoint(script.parts[:-1])
