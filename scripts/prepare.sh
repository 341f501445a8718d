# shellcheck shell=bash
# What `start`, `test` and `package` share: system packages, a fitting Python, an environment from the lock files.
# Sourced, not run. Sets `root` (the checkout); everything else here is a function.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"

# pip reads neither a user's packages nor a requirements mode that someone set for another project.
unset PYTHONHOME PYTHONPATH PIP_REQUIRE_VIRTUALENV PIP_USER PIP_TARGET PIP_PREFIX
export PIP_DISABLE_PIP_VERSION_CHECK=1

# say ENGLISH CHINESE: one message in the language of the terminal.
say() {
    case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
        zh*) printf '%s\n' "$2" >&2 ;;
        *) printf '%s\n' "$1" >&2 ;;
    esac
}

fail() {
    say "$@"
    exit 2
}

has_display() {
    [[ -n "${DISPLAY:-}" || -n "${WAYLAND_DISPLAY:-}" ]]
}

# Debian renames packages between its releases but not the libraries in them, so libraries are what is looked for.
missing_libraries() {
    local known name package
    known="$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)"
    while read -r name package; do
        [[ "$known" == *"$name"* ]] || printf '%s\n' "$package"
    done
}

window_libraries() {
    missing_libraries <<'LIBRARIES'
libGL.so.1 libgl1
libEGL.so.1 libegl1
libxkbcommon.so.0 libxkbcommon0
libfontconfig.so.1 libfontconfig1
libglib-2.0.so.0 libglib2.0-0
libdbus-1.so.3 libdbus-1-3
LIBRARIES
}

display_libraries() {
    missing_libraries <<'LIBRARIES'
libxcb-cursor.so.0 libxcb-cursor0
libxkbcommon-x11.so.0 libxkbcommon-x11-0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-shape.so.0 libxcb-shape0
libwayland-cursor.so.0 libwayland-cursor0
libwayland-egl.so.1 libwayland-egl1
LIBRARIES
}

has_chinese_font() {
    if command -v fc-list >/dev/null; then
        [[ -n "$(fc-list :lang=zh-cn family 2>/dev/null)" ]]
    else
        compgen -G '/usr/share/fonts/*/*/*[Cc][Jj][Kk]*' >/dev/null || compgen -G '/usr/share/fonts/*/wqy/*' >/dev/null
    fi
}

# Whether $1 is a Python that can make a whole environment. Debian splits ensurepip off into python3-venv.
fits() {
    command -v "$1" >/dev/null && "$1" -I - >/dev/null 2>&1 <<'PYTHON'
import ctypes, ensurepip, sqlite3, ssl, sys, venv
sys.exit(not (3, 11) <= sys.version_info < (3, 15))
PYTHON
}

# Prints the first Python that fits; nothing when there is none.
find_python() {
    local candidate
    for candidate in ${GANGDAN_PYTHON:+"$GANGDAN_PYTHON"} /usr/bin/python3 python3 \
        python3.14 python3.13 python3.12 python3.11; do
        if fits "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
}

# install_packages NAME…: with apt, as root or through sudo; says what to do where that can't be.
install_packages() {
    local -a as_root=()
    local names="$*"
    if ! command -v apt-get >/dev/null; then
        fail "Please install what Debian calls: $names (this system has no apt-get)." \
            "请先安装这些系统软件包（此处用 Debian 的名称）：$names。本系统没有 apt-get。"
    fi
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            fail "System packages are missing and there is no sudo. Ask an administrator to run: apt-get install $names" \
                "缺少系统软件包，而且没有 sudo。请管理员运行：apt-get install $names"
        fi
        as_root=(sudo)
        [[ -t 0 ]] || as_root+=(-n)
    fi
    say "Installing system packages: $names" "正在安装系统软件包：$names"
    local -a apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -qq -o DPkg::Lock::Timeout=300)
    # An old package list may still do; the installation itself says whether it does.
    "${apt[@]}" update </dev/null >/dev/null || true
    "${apt[@]}" install --yes --no-install-recommends "$@" </dev/null >/dev/null || fail \
        "Could not install them. Check the network, or run as an administrator: apt-get install $names" \
        "安装失败。请检查网络，或用管理员身份运行：apt-get install $names"
}

install_system_packages() {
    local -a wanted=()
    if [[ -z "$(find_python)" ]]; then
        wanted+=(python3 python3-venv)
    fi
    mapfile -t -O "${#wanted[@]}" wanted < <(window_libraries)
    if has_display; then
        mapfile -t -O "${#wanted[@]}" wanted < <(display_libraries)
    fi
    has_chinese_font || wanted+=(fonts-wqy-microhei)
    ((${#wanted[@]} == 0)) || install_packages "${wanted[@]}"
}

# The facts an environment depends on: the lock files, the project's description, and where the checkout stands.
fingerprint() {
    { cat "$root/pyproject.toml" "$@"; printf '%s' "$root"; } | sha256sum | cut -d ' ' -f 1
}

# make_environment FOLDER LOCK…: a virtual environment with exactly what the lock files name.
make_environment() {
    local folder="$1" python
    shift
    python="$(find_python)"
    [[ -n "$python" ]] || fail "GangDan needs Python 3.11 to 3.14 with venv; this system has none." \
        "GangDan 需要带 venv 的 Python 3.11 至 3.14，本系统没有。"
    say "Making the environment with $python; the first time this downloads about 260 MB." \
        "正在用 $python 建立运行环境；第一次需要下载约 260 MB。"
    "$folder/bin/python" -c 'import pip' 2>/dev/null || "$python" -m venv --clear "$folder"
    local -a locks=()
    local lock
    for lock in "$@"; do locks+=(--requirement "$lock"); done
    # Ready-made files only: a compiler is not something to ask of a teacher's machine.
    "$folder/bin/python" -m pip install --quiet --require-hashes --only-binary :all: "${locks[@]}" || fail \
        "Could not download the packages. Check the network and run this again: it goes on where it was." \
        "软件包下载失败。请检查网络后再运行一次，已下载的部分不会重来。"
}

# Whether a catalogue of translations changed after it was compiled, as a pull brings it.
translations_are_stale() {
    local catalogue
    for catalogue in "$root"/resources/translations/*.ts; do
        [[ ! "${catalogue%.ts}.qm" -ot "$catalogue" ]] || return 0
    done
    return 1
}

# prepare LOCK…: makes `.venv` with the packages of the lock files and the checkout itself; at once when it is there.
prepare() {
    local environment="$root/.venv" mark="$root/.venv/prepared" facts
    facts="$(fingerprint "$@")"
    install_system_packages
    if ! grep -qsxF "$facts" "$mark" || ! fits "$environment/bin/python"; then
        [[ -w "$root" ]] || fail "This folder can't be written: $root. Copy it to your home folder and start there." \
            "无法写入文件夹：$root。请把它复制到您的主目录再运行。"
        make_environment "$environment" "$@"
        "$environment/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable "$root"
        # Who has the packages of all lock files also has those of the first.
        { fingerprint "$1"; fingerprint "$@"; } >"$mark"
    elif translations_are_stale; then
        "$environment/bin/python" "$root/scripts/build_translations.py" compile >/dev/null
    fi
}
