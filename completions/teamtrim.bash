# SPDX-License-Identifier: MIT
# Completion for bash: commands, options and keys are asked of the command's own help. Works with
# the package bash-completion, which completes what `run` runs, and without it.

# Lines "OPTION ARGUMENT" of a command's help: from its usage, and from lines that begin with one.
_teamtrim_options() {
    "$1" "$2" --help 2>/dev/null | awk '
        /^usage:/ { usage = 1 }
        usage && !/^usage:/ && !/^ / { usage = 0 }
        usage {
            while (match($0, /\[--?[a-z][^]]*/)) {
                print substr($0, RSTART + 1, RLENGTH - 1)
                $0 = substr($0, RSTART + RLENGTH)
            }
        }
        !usage && /^ +-/ {
            sub(/^ +/, "")
            sub(/  .*/, "")
            count = split($0, items, /, */)
            argument = ""
            if (split(items[count], words, " ") > 1)
                argument = " " words[2]
            for (i = 1; i <= count; i++)
                print items[i] ~ / / ? items[i] : items[i] argument
        }'
}

# Lines "SECTION.KEY VALUE VALUE ...", with values where the help lists words.
_teamtrim_keys() {
    "$1" check --help 2>/dev/null | awk '
        /^\[/ { section = substr($1, 2, length($1) - 2) }
        /^  [a-z]/ && section { key = section "." $1 }
        /^      values: / {
            sub(/^ *values: /, "")
            sub(/ \(.*/, "")
            if (!/^[a-z0-9]+((, | or )[a-z0-9]+)+$/)
                $0 = ""
            gsub(/, | or /, " ")
            print key, $0
        }'
}

_teamtrim_offer() { # WORD...; those that begin with what is typed
    mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
}

_teamtrim_offer_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

# Completes the words from number $1 on as a command of its own.
_teamtrim_offer_command() {
    if declare -F _comp_command_offset >/dev/null; then
        _comp_command_offset "$1"
    elif declare -F _command_offset >/dev/null; then
        _command_offset "$1"
    elif ((COMP_CWORD > $1)); then
        _teamtrim_offer_files
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -c -f -- "$current" | sort -u)
    fi
}

_teamtrim_offer_setting() { # KEY, or "" while it is being typed
    local line
    if [[ -z $1 ]]; then
        compopt -o nospace 2>/dev/null
        _teamtrim_offer "$(_teamtrim_keys "$command" | sed 's/ .*/=/')"
        return
    fi
    while read -r line; do
        [[ ${line%% *} == "$1" && $line == *' '* ]] && _teamtrim_offer "${line#* }"
    done < <(_teamtrim_keys "$command")
}

_teamtrim_offer_value() { # OPTION ARGUMENT KEY
    case $1:$2 in
    --set:*) _teamtrim_offer_setting "$3" ;;
    --log:*) _teamtrim_offer off summary decisions calls ;;
    *:*'|'*) _teamtrim_offer "${2//|/ }" ;;
    --runtime:*) _teamtrim_offer libgomp libomp ;;
    --pid:*) _teamtrim_offer "$(ps -eo pid= 2>/dev/null)" ;;
    *:*FILE*) _teamtrim_offer_files ;;
    esac
}

# Bash takes '=' for a word. Walks over the words before the one that is typed, and says whether
# that one is an option's value, part of the command to run, or neither.
_teamtrim_complete() {
    local -A takes
    local option= argument= key= i name
    while read -r name argument; do
        [[ -n ${takes[$name]-} ]] || takes[$name]=$argument
    done < <(_teamtrim_options "$command" "${COMP_WORDS[1]}")
    for ((i = 2; i < COMP_CWORD; i++)); do
        if [[ -n $option && ${COMP_WORDS[i]} == = ]]; then
            continue
        elif [[ -n $option && $option == --set && ${COMP_WORDS[i + 1]} == = && -z $key ]]; then
            key=${COMP_WORDS[i]}
        elif [[ -n $option ]]; then
            option= key=
        elif [[ ${COMP_WORDS[i]} == -- ]]; then
            break
        elif [[ -n ${takes[${COMP_WORDS[i]}]-} ]]; then
            option=${COMP_WORDS[i]}
        elif [[ ${COMP_WORDS[i]} != -* ]]; then
            break
        fi
    done
    if [[ -n $option ]]; then
        _teamtrim_offer_value "$option" "${takes[$option]}" "$key"
    elif ((i < COMP_CWORD)) || [[ $current != -* ]]; then
        [[ ${COMP_WORDS[i]} == -- ]] && ((i < COMP_CWORD)) && ((i++))
        case ${COMP_WORDS[1]} in
        run | doctor) _teamtrim_offer_command "$i" ;;
        check | report) _teamtrim_offer_files ;;
        esac
    else
        takes[--help]= takes[--version]=
        _teamtrim_offer "${!takes[@]}"
    fi
}

_teamtrim() {
    COMPREPLY=()
    (($# > 0 && ${COMP_CWORD:-0} > 0)) || return 0
    local command=${1/#\~/$HOME} current=${COMP_WORDS[COMP_CWORD]-}
    [[ $current == = ]] && current=
    if ((COMP_CWORD == 1)); then
        _teamtrim_offer --help --version "$("$command" --help 2>/dev/null |
            awk '/^commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }')"
    else
        _teamtrim_complete
    fi
    return 0 # 124, which another command's completion may give, would start this one again
}

complete -F _teamtrim teamtrim
