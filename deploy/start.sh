#!/bin/sh
# Starts the program of this name with the Node beside it: the server as `savelet`; `owner` and the other programs are links to this file.
here=$(dirname -- "$(readlink -f -- "$0")")
node=$here/runtime/node
name=$(basename -- "$0")
[ "$name" != savelet ] || name=main

if ! fault=$("$node" --version 2>&1); then
  missing=$(ldd "$node" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | tr '\n' ' ')
  echo "Savelet could not start: its Node does not run on this machine." >&2
  if [ -n "$missing" ]; then
    echo "This library is missing: $missing" >&2
    case $missing in
    *libatomic*) echo "Install the package libatomic1 (Debian, Ubuntu) or libatomic (Fedora, Alma), then start again." >&2 ;;
    esac
  else
    echo "It needs Linux with glibc 2.28 or newer, on the processor that the archive's name states. The system says: $fault" >&2
  fi
  exit 1
fi

# The server's Node: its heap grows in small steps, freed memory goes back to the system, and no signal opens a debugger.
export NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=24576
exec "$node" --max-semi-space-size=2 --heap-growing-percent=15 --disable-sigusr1 "$here/dist/program/$name.js" "$@"
