# Shared by the scripts: make .venv, install the project, say what is missing. Sourced, not run.
# shellcheck shell=bash
set -euo pipefail
CALLER="$PWD"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
VENV="$PWD/.venv"

say() { printf '%s\n' "$*" >&2; }
stop() { say "pointline: $1"; say "  $2"; exit 2; }
on_linux() { [ "$(uname -s)" = Linux ]; }
can_apt() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

# apt_install PACKAGE...: only as root on Debian and its like; the lists are fetched once.
apt_install() {
  say "Installing $* …"
  if [ -z "${APT_UPDATED:-}" ]; then
    apt-get update -qq >&2 || say "The package lists could not be refreshed; trying with the old ones."
    APT_UPDATED=1
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2 </dev/null
}

find_python() {
  local name
  for name in python3 python3.13 python3.12 python3.11 python3.14; do
    if command -v "$name" >/dev/null 2>&1 && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s' "$name"
      return 0
    fi
  done
  return 1
}

make_venv() {
  if [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    return
  fi
  local python
  if ! python=$(find_python); then
    can_apt && apt_install python3 python3-venv
    python=$(find_python) || stop "Python 3.11 or newer is needed." "Install it (Debian: apt-get install python3 python3-venv; macOS: brew install python)."
  fi
  say "Making the environment .venv with $($python --version) …"
  rm -rf "$VENV"
  if ! "$python" -m venv "$VENV" >/dev/null 2>&1; then
    rm -rf "$VENV"
    can_apt && apt_install python3-venv
    "$python" -m venv "$VENV" >&2 || stop "Python's venv module is missing." "Install it: apt-get install python3-venv"
  fi
}

# fresh NAME FILE...: true when the files are as they were when NAME was last stamped.
fresh() {
  local stamp="$VENV/.stamp-$1"
  shift
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(cat "$@" | cksum)" ]
}
stamp() {
  local stamp="$VENV/.stamp-$1"
  shift
  cat "$@" | cksum > "$stamp"
}

# install_project EXTRA...: editable, with pinned versions; nothing to do when nothing changed.
install_project() {
  local extras="$*"
  on_linux && extras="cpu $extras"
  extras=$(printf '%s' "$extras" | xargs | tr ' ' ',')
  local name="project-${extras:-plain}"
  if fresh "$name" pyproject.toml constraints.txt && "$VENV/bin/python" -c 'import pointline, exactquote' 2>/dev/null; then
    return
  fi
  say "Installing Pointline and what it needs (a few minutes the first time) …"
  "$VENV/bin/python" -m pip install -q --disable-pip-version-check -c constraints.txt -e ".${extras:+[$extras]}" >&2 ||
    stop "The installation failed." "Look at the lines above; check the connection to the package index, then run this again."
  stamp "$name" pyproject.toml constraints.txt
}

# A fast BLAS for MLX on Linux; without it the model runs some fifty times slower, and doctor says so.
want_openblas() {
  on_linux || return 0
  if ! ldconfig -p 2>/dev/null | grep -q 'libopenblas\.so'; then
    if can_apt; then
      apt_install libopenblas0 || say "OpenBLAS could not be installed; the model will be slow."
    fi
  fi
}
