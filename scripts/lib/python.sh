# Sourced by the scripts with $root set: names in $python the interpreter that has the project, or says how to get it.
# shellcheck shell=sh
python="${POINTLINE_PYTHON:-$root/.venv/bin/python}"
if ! command -v "$python" >/dev/null 2>&1; then
  printf '%s\n' "pointline: there is no $python yet." \
    "  Run ./scripts/test --version once: it makes the environment (POINTLINE_PYTHON names another)." >&2
  exit 2
fi
