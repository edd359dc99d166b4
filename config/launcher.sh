# shellcheck shell=sh
# What the commands that build first have in common: finding a JDK, showing a build's progress.
# Sourced by ./weft and benchmarks/run.

needed=25
home=${HOME:-/none}

# ---- a JDK -------------------------------------------------------------------------------------

# The usual places, the most deliberate choice first; most of them do not exist.
candidate_homes() {
  default=$(readlink -f "$(command -v java || echo /none/bin/java)")
  default=${default%/bin/java}
  printf '%s\n' "${JAVA_HOME:-/none}" "$default" "${default%/*}"/* /usr/lib/jvm/* /opt/java/* \
    "$home"/.sdkman/candidates/java/* "$home"/.jdks/* "$home"/.asdf/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$home"/Library/Java/JavaVirtualMachines/*/Contents/Home
}

# Whether a directory holds a compiler of a release that will do.
is_jdk() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS='="' read -r key _ version _; do
    if [ "$key" = JAVA_VERSION ]; then
      version=${version%%[!0-9]*}
      [ "${version:-0}" -ge "$needed" ]
      return
    fi
  done <"$1/release"
  return 1
}

find_jdk() {
  candidate_homes | while read -r home; do
    if is_jdk "$home"; then
      echo "$home"
      break
    fi
  done
}

explain_missing_jdk() {
  cat >&2 <<MESSAGE
weft: no JDK $needed or newer here.
Looked at JAVA_HOME (${JAVA_HOME:-not set}), java in PATH ($(command -v java || echo none)) and its
neighbours, /usr/lib/jvm, /opt/java, ~/.sdkman, ~/.jdks, ~/.asdf and /Library/Java.

Install one, for instance Temurin $needed from https://adoptium.net, or name yours:
  JAVA_HOME=/path/to/jdk-$needed $0
MESSAGE
  exit 2
}

# ---- the progress of a build -------------------------------------------------------------------

# On a terminal one line that rewrites itself, elsewhere a line for each module.
show_progress() {
  before='' after='\n'
  if [ -t 2 ]; then before='\r\0033[K' after=''; fi
  step='starting Maven'
  show "$step"
  while read -r _ word rest; do
    case "$word $rest" in
      "Building "*\[*/*\])
        step="building [${rest##*[} ${rest%% [0-9]*}"
        show "$step"
        ;;
      "Downloaded from "*)
        file=${rest%% (*}
        [ -n "$after" ] || show "$step: fetched ${file##*/}"
        ;;
    esac
  done
  printf '%b' "$before" >&2
}

show() {
  printf '%bweft: %s%b' "$before" "$1" "$after" >&2
}
