/// What `evlog completions` prints: a few lines for each shell that ask `evlog` itself what fits, so that they stay
/// right for every version.
///
/// What comes back is taken as text only, never as code: no `eval`, and no list that the shell would expand again.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        case .bash: Self.bashText
        case .zsh: Self.zshText
        case .fish: Self.fishText
        }
    }

    /// Bash hands over raw words, cut at `=` and `:`, and expects back only what follows the last cut. So the line
    /// is read here once more, by the rules of quoting.
    private static let bashText = #"""
        # Completion of evlog for bash. In ~/.bashrc:  source <(evlog completions bash)
        _evlog() {
            local program=$1 line=${COMP_LINE:0:COMP_POINT} cuts=${COMP_WORDBREAKS-}
            local -a words=()
            local word='' began='' mark='' kept='' i char
            [[ $program == '~/'* ]] && program=$HOME/${program:2}
            # kept: the part of the word that is on the line already and that bash won't replace.
            for ((i = 0; i < ${#line}; i++)); do
                char=${line:i:1}
                if [[ $mark == "'" ]]; then
                    if [[ $char == "'" ]]; then mark=''; else word+=$char; fi
                elif [[ $char == '\' ]]; then
                    ((++i))
                    [[ $mark == '"' && ${line:i:1} != [\$\`\"\\] ]] && word+='\'
                    word+=${line:i:1} began=1
                elif [[ $mark == '"' ]]; then
                    if [[ $char == '"' ]]; then mark=''; else word+=$char; fi
                elif [[ $char == [\"\'] ]]; then
                    mark=$char began=1 kept=$word
                elif [[ $char == [[:space:]] ]]; then
                    [[ $began ]] && words+=("$word")
                    word='' began='' kept=''
                else
                    word+=$char began=1
                    [[ $cuts == *"$char"* ]] && kept=$word
                fi
            done
            words+=("$word")
            COMPREPLY=()
            local kind='' text
            while IFS= read -r text; do
                if [[ ! $kind ]]; then kind=$text; continue; fi
                text=${text%%$'\t'*}
                [[ $text == "$kept"* ]] || continue
                text=${text:${#kept}}
                case $mark in
                    # Inside quotes there are characters that nothing makes harmless.
                    "'") [[ $text == *"'"* ]] && continue ;;
                    '"') [[ $text == *'!'* ]] && continue
                        text=${text//\\/\\\\} text=${text//\"/\\\"} text=${text//\$/\\\$} text=${text//\`/\\\`}
                        # readline takes a last quote for the closing one.
                        [[ $text == *'"' ]] && text+='"' ;;
                    *) [[ $kind == beginnings ]] && text=${text%=}
                        [[ $text ]] && printf -v text %q "$text"
                        [[ $kind == beginnings ]] && text+== ;;
                esac
                COMPREPLY+=("$text")
            done < <(command "$program" complete -- "${words[@]:1}" 2>/dev/null)
            case $kind in
                beginnings) compopt -o nospace 2>/dev/null ;;
                files) compopt -o default 2>/dev/null ;;
                directories) compopt -o dirnames -o filenames 2>/dev/null ;;
            esac
        }
        complete -F _evlog evlog

        """#

    private static let zshText = #"""
        #compdef evlog
        # Completion of evlog for zsh. Into a directory of $fpath:  evlog completions zsh > DIRECTORY/_evlog
        # or in ~/.zshrc, after compinit:  source <(evlog completions zsh)
        _evlog() {
            local program=${(Q)words[1]} kind line
            local -a before lines texts shown
            [[ $program == '~/'* ]] && program=$HOME/${program#'~/'}
            before=("${(@Q)words[2,CURRENT-1]}")
            # zsh compares by itself, so only what changes the question is handed over.
            local current=${(Q)PREFIX}
            if [[ $current == --*=* ]]; then current=${current%%=*}=; elif [[ $current == -* ]]; then current=-; else current=''; fi
            [[ $current == - && ${(Q)PREFIX} == --* ]] && current=--
            lines=("${(@f)$(command $program complete -- "${before[@]}" "$current" 2>/dev/null)}")
            kind=$lines[1]
            shift lines
            for line in "${lines[@]}"; do
                [[ -n $line ]] || continue
                texts+=("${line%%$'\t'*}")
                if [[ $line == *$'\t'* ]]; then shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}"); else shown+=("$line"); fi
            done
            case $kind in
                files) compset -P '--*='; _files ;;
                directories) compset -P '--*='; _files -/ ;;
                beginnings) compadd -S '' -a texts ;;
                *) compadd -l -d shown -a texts ;;
            esac
        }
        if [[ $funcstack[1] == _evlog ]]; then _evlog "$@"; else compdef _evlog evlog; fi

        """#

    private static let fishText = #"""
        # Completion of evlog for fish:  evlog completions fish > ~/.config/fish/completions/evlog.fish
        function __evlog_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
            # fish compares by itself, so only what changes the question is handed over.
            set -l question ''
            if string match -q -- '--*=*' $current
                set question (string replace -r '=.*' '=' -- $current)
            else if string match -q -- '--*' $current
                set question --
            else if string match -q -- '-*' $current
                set question -
            end
            set -l lines (command $program complete -- $words[2..-1] $question 2>/dev/null)
            set -l kind $lines[1]
            set -e lines[1]
            switch "$kind"
                case files directories
                    set -l option (string match -r -- '^--[^=]*=' $current)
                    set -l given (string replace -r -- '^--[^=]*=' '' $current)
                    set -l finder __fish_complete_path
                    test "$kind" = directories; and set finder __fish_complete_directories
                    for path in ($finder $given)
                        printf '%s%s\n' "$option" $path
                    end
                case '*'
                    for line in $lines
                        printf '%s\n' $line
                    end
            end
        end
        complete -c evlog -f -a '(__evlog_complete)'

        """#
}
