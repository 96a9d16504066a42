#!/bin/sh
# A fake yt-dlp: prints the files stored beside it under the id of the requested post, and records how it was called.
folder=${0%/*}
for last in "$@"; do :; done
case $last in
  --*) name=${last#--} ;;
  *) name=${last%/} name=${name##*/} ;;
esac
printf 'begin %s\n' "$name" >> "$folder/log"
printf '%s\n' "$@" > "$folder/$name.args"
printf '%s' "${https_proxy-}" > "$folder/$name.proxy"
printf '%s\n' "$$" > "$folder/$name.pid"
[ ! -f "$folder/$name.sh" ] || . "$folder/$name.sh"
[ ! -f "$folder/$name.err" ] || cat "$folder/$name.err" >&2
[ ! -f "$folder/$name.out" ] || cat "$folder/$name.out"
printf 'end %s\n' "$name" >> "$folder/log"
[ ! -f "$folder/$name.code" ] || exit "$(cat "$folder/$name.code")"
