# shellcheck shell=sh
# What the commands that build first have in common: finding a JDK, starting the weft command,
# showing a build's progress. Sourced by ./weft, benchmarks/run, config/image and what that makes.

needed=25

# Where HOME is not set, Java takes the user's, but mvnw fails.
if [ -z "${HOME-}" ]; then
  HOME=$(eval "echo ~$(id -un)")
  export HOME
fi

# Java reads arguments and file names in the locale's encoding, and that of the POSIX locale is ASCII.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  "" | C | POSIX)
    unset LC_ALL
    export LC_CTYPE=C.UTF-8
    ;;
esac

# ---- a JDK -------------------------------------------------------------------------------------

# The usual places after JAVA_HOME, the most deliberate choice first; most do not exist.
candidate_homes() {
  default=$(command -v java || :)
  if [ -n "$default" ]; then
    default=$(readlink -f "$default")
    default=${default%/bin/java}
    printf '%s\n' "$default" "${default%/*}"/*
  fi
  printf '%s\n' /usr/lib/jvm/* /opt/java/* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.asdf/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home
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
  if is_jdk "${JAVA_HOME:-/none}"; then
    echo "$JAVA_HOME"
    return
  fi
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

# ---- the weft command --------------------------------------------------------------------------

# How java finds the jars of a folder: on_module_path FOLDER, or on_class_path FOLDER, with which a
# cache stays good where folder and cache are moved to.
on_module_path() {
  option=--module-path path=$1 native=dev.weft.ffm,dev.weft.conformance,dev.weft.cli
  main='--module dev.weft.cli/dev.weft.cli.Main'
}

on_class_path() {
  option=--class-path path='' native=ALL-UNNAMED main=dev.weft.cli.Main
  for jar in "$1"/*.jar; do path=$path${path:+:}$jar; done
}

# make_cache JAVA_HOME CACHE: classes that `weft info` loads, linked in advance (JEP 483). Without
# it the command starts slower.
make_cache() {
  # shellcheck disable=SC2086
  if "$1/bin/java" -XX:AOTCacheOutput="$2" "$option" "$path" --enable-native-access="$native" \
    $main info >/dev/null 2>&1; then
    cp "$1/release" "$2.release"
  else
    rm -f "$2"
  fi
}

# Whether the options in the environment name a collector: Java refuses two.
names_collector() {
  case "${JAVA_TOOL_OPTIONS-} ${JDK_JAVA_OPTIONS-} ${_JAVA_OPTIONS-}" in
    *-XX:+Use*GC*) ;;
    *) return 1 ;;
  esac
}

# run JAVA_HOME CACHE ARGUMENTS...
run() {
  jdk=$1 cache=$2
  shift 2
  # What only prints ends before the optimising compiler and a parallel collector pay off.
  flags=
  case "${1-} ${2-}" in
    " " | "--help "* | "--version "* | "info "* | "verbs info" | "man "* | "completion "*)
      flags=-XX:TieredStopAtLevel=1
      names_collector || flags="$flags -XX:+UseSerialGC"
      ;;
  esac
  # Then a call of libfabric ends without a fence.
  case " $*" in
    *[\ ,=]ofi:*) flags="$flags -XX:+UseSystemMemoryBarrier" ;;
  esac
  # Another build of the JDK than the one that made the cache would not use it, and say so.
  if cmp -s "$jdk/release" "$cache.release" 2>/dev/null; then
    flags="$flags -Xlog:aot=off -Xlog:cds=off"
  else
    cache=
  fi
  # shellcheck disable=SC2086
  exec "$jdk/bin/java" ${cache:+"-XX:AOTCache=$cache"} $flags "$option" "$path" \
    --enable-native-access="$native" $main "$@"
}

# ---- the progress of a build -------------------------------------------------------------------

# On a terminal one line that rewrites itself, elsewhere a line for each module. The build goes on
# if nothing reads the progress any more.
show_progress() {
  trap '' PIPE
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
  printf '%b' "$before" >&2 2>/dev/null || :
}

show() {
  printf '%bweft: %s%b' "$before" "$1" "$after" >&2 2>/dev/null || :
}
