/* taub completion: completion for bash, zsh and fish, from the tables of verbs and options and from the schema. */
#include <string.h>

#include "case/schema.h"
#include "cli.h"

/* "auto|host|cuda|opencl[:N]" offers auto, host, cuda and opencl; the user fills in what is in capitals. */
static bool has_choices(const char *value)
{
    return value && strchr(value, '|') != NULL;
}

static void put_choices(const char *value)
{
    for (const char *at = value; has_choices(value) && *at && *at != '['; at++)
        putchar(*at == '|' ? ' ' : *at);
}

static bool is_folder(const char *value)
{
    return !strcmp(value, "DIR");
}

static bool is_file(const char *value)
{
    return is_folder(value) || !strcmp(value, "FILE") || !strcmp(value, "PATH");
}

static bool takes_overrides(const struct cli_verb *verb)
{
    return strstr(verb->usage, "key=value") != NULL;
}

/* Whether its arguments are file names. */
static bool takes_files(const struct cli_verb *verb)
{
    return verb->inputs > 0 && *verb->usage != '[';
}

static void put_options_of(const struct cli_verb *verb)
{
    struct cli_option_info option;
    printf("    %s) options='", verb->name);
    for (int i = 0; cli_option_at(i, &option); i++)
        if (option.verbs & verb->bit)
            printf("--%s ", option.name);
    printf("' inputs=%d overrides=%d ;;\n", takes_files(verb), takes_overrides(verb));
}

static void put_keys(void)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int k = 0; k < count; k++)
        if (keys[k].type != TAUB_KEY_MAP)
            printf("%s= ", keys[k].path);
}

/* The words that may follow the = of a key. */
static void put_key_words(void)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int k = 0; k < count; k++) {
        if (keys[k].type != TAUB_KEY_ENUM || !keys[k].enum_names)
            continue;
        printf("        %s) words='", keys[k].path);
        for (const struct taub_enum_name *word = keys[k].enum_names; word->name; word++)
            printf("%s%s", word == keys[k].enum_names ? "" : " ", word->name);
        printf("' ;;\n");
    }
}

static void put_bash(void)
{
    int count;
    const struct cli_verb *verbs = cli_verbs(&count);
    struct cli_option_info option;
    printf("# bash completion of taub " TAUB_VERSION ", written by `taub completion`\n"
           "_taub_files() {\n"
           "    COMPREPLY=($(compgen \"$1\" -- \"$2\"))\n"
           "    compopt -o filenames 2>/dev/null\n" /* so that bash quotes them; keys end with an = that must not be
                                                       quoted */
           "}\n"
           "_taub() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options='' words='' inputs=0 "
           "overrides=0 key=2\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
           "        COMPREPLY=($(compgen -W '");
    for (int i = 0; i < count; i++)
        printf("%s ", verbs[i].name);
    printf("help --help --version' -- \"$word\"))\n"
           "        return\n"
           "    fi\n"
           "    case $before in\n");
    for (int i = 0; cli_option_at(i, &option); i++) {
        if (!option.value)
            continue;
        printf("    --%s", option.name);
        if (option.letter)
            printf(" | -%c", option.letter);
        printf(") ");
        if (is_file(option.value)) {
            printf("_taub_files %s \"$word\"", is_folder(option.value) ? "-d" : "-f");
        } else {
            printf("COMPREPLY=($(compgen -W '");
            put_choices(option.value);
            printf("' -- \"$word\"))");
        }
        printf("; return ;;\n");
    }
    printf("    esac\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; i < count; i++)
        put_options_of(&verbs[i]);
    printf("    esac\n"
           "    [ \"$word\" != = ] || { word=''; before='='; key=1; }\n" /* bash treats = as a word of its own */
           "    if [ \"$overrides$before\" = 1= ]; then\n"
           "        case ${COMP_WORDS[COMP_CWORD-key]} in\n");
    put_key_words();
    printf("        *) _taub_files -f \"$word\"; return ;;\n"
           "        esac\n"
           "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "        return\n"
           "    fi\n"
           "    if [[ $word == -* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
           "        return\n"
           "    fi\n"
           "    if [ \"$overrides\" = 1 ] && [ \"$COMP_CWORD\" -gt 2 ]; then\n"
           "        COMPREPLY=($(compgen -W '");
    put_keys();
    printf("' -- \"$word\"))\n"
           "        if [ ${#COMPREPLY[@]} -gt 0 ]; then\n"
           "            compopt -o nospace 2>/dev/null\n"
           "            return\n"
           "        fi\n"
           "    fi\n"
           "    [ \"$inputs\" = 0 ] || _taub_files -f \"$word\"\n"
           "}\n"
           "complete -F _taub taub\n");
}

/* Prints text inside single quotes; characters in `special` get a backslash. */
static void put_quoted(const char *text, const char *special, const char *quote)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs(quote, stdout);
        else
            printf(strchr(special, *text) ? "\\%c" : "%c", *text);
}

static void put_zsh_option(const struct cli_option_info *option)
{
    printf(" '*'");
    if (option->letter)
        printf("{-%c,--%s%s}", option->letter, option->name, option->value ? "=" : "");
    else
        printf("--%s%s", option->name, option->value ? "=" : "");
    printf("'[");
    put_quoted(option->help, "[]:\\", "'\\''");
    putchar(']');
    if (option->value) {
        putchar(':');
        put_quoted(option->value, ":\\", "'\\''");
        putchar(':');
        if (has_choices(option->value)) {
            putchar('(');
            put_choices(option->value);
            putchar(')');
        } else {
            fputs(!is_file(option->value) ? " " : is_folder(option->value) ? "_files -/" : "_files", stdout);
        }
    }
    putchar('\'');
}

static void put_zsh(void)
{
    int count;
    const struct cli_verb *verbs = cli_verbs(&count);
    struct cli_option_info option;
    printf("#compdef taub\n"
           "# zsh completion of taub " TAUB_VERSION ", written by `taub completion zsh`\n"
           "_taub_override() {\n"
           "    local key=${PREFIX%%%%=*}\n"
           "    local -a words keys\n"
           "    if [[ $PREFIX != *=* ]]; then\n"
           "        keys=(");
    put_keys();
    printf(")\n"
           "        (( CURRENT == 2 )) || compadd -S '' -a keys\n"
           "        _files\n"
           "        return\n"
           "    fi\n"
           "    compset -P '*='\n"
           "    case $key in\n");
    put_key_words();
    printf("        *) _files; return ;;\n"
           "    esac\n"
           "    compadd -- ${=words}\n"
           "}\n"
           "_taub() {\n"
           "    local -a verbs options\n"
           "    local argument\n"
           "    verbs=(");
    for (int i = 0; i < count; i++) {
        printf("\n        '%s:", verbs[i].name);
        put_quoted(verbs[i].summary, ":\\", "'\\''");
        putchar('\'');
    }
    printf(")\n"
           "    if (( CURRENT == 2 )); then\n"
           "        _describe verb verbs\n"
           "        return\n"
           "    fi\n"
           "    shift words\n"
           "    (( CURRENT-- ))\n"
           "    case $words[1] in\n");
    for (int i = 0; i < count; i++) {
        printf("    %s) argument='%s'; options=(", verbs[i].name,
               takes_overrides(&verbs[i]) ? "_taub_override"
               : takes_files(&verbs[i])   ? "_files"
                                          : " ");
        for (int n = 0; cli_option_at(n, &option); n++)
            if (option.verbs & verbs[i].bit)
                put_zsh_option(&option);
        printf(") ;;\n");
    }
    printf("    *) return 1 ;;\n"
           "    esac\n"
           "    _arguments : $options \"*:argument:$argument\"\n"
           "}\n"
           "if [ \"$funcstack[1]\" = _taub ]; then _taub \"$@\"; else compdef _taub taub; fi\n");
}

/* Begins a completion on the condition that one of these verbs and at least `words` words have been typed. */
static void put_fish_verbs(unsigned bits, int words)
{
    int count;
    const struct cli_verb *verbs = cli_verbs(&count);
    printf("complete -c taub -n '__taub_verb %d", words);
    for (int i = 0; i < count; i++)
        if (verbs[i].bit & bits)
            printf(" %s", verbs[i].name);
    putchar('\'');
}

static void put_fish(void)
{
    int count, key_count;
    const struct cli_verb *verbs = cli_verbs(&count);
    const struct taub_key *keys = taub_schema(&key_count);
    struct cli_option_info option;
    unsigned with_overrides = 0, without_files = 0;
    printf("# fish completion of taub " TAUB_VERSION ", written by `taub completion fish`\n"
           "function __taub_verb\n"
           "    set -l words (commandline -opc)\n"
           "    test (count $words) -ge $argv[1]; and contains -- \"$words[2]\" $argv[2..]\n"
           "end\n");
    for (int i = 0; i < count; i++) {
        printf("complete -c taub -n 'test (count (commandline -opc)) -eq 1' -f -a %s -d '", verbs[i].name);
        put_quoted(verbs[i].summary, "\\", "\\'");
        printf("'\n");
        if (takes_overrides(&verbs[i]))
            with_overrides |= verbs[i].bit;
        if (!takes_files(&verbs[i]))
            without_files |= verbs[i].bit;
    }
    put_fish_verbs(without_files, 2);
    printf(" -f\n");
    for (int n = 0; cli_option_at(n, &option); n++) {
        put_fish_verbs(option.verbs, 2);
        printf(" -l %s", option.name);
        if (option.letter)
            printf(" -s %c", option.letter);
        if (option.value)
            printf(is_file(option.value) ? " -r -F" : " -x");
        if (has_choices(option.value)) {
            printf(" -a '");
            put_choices(option.value);
            putchar('\'');
        }
        printf(" -d '");
        put_quoted(option.help, "\\", "\\'");
        printf("'\n");
    }
    put_fish_verbs(with_overrides, 3);
    printf(" -a '");
    put_keys();
    for (int k = 0; k < key_count; k++)
        for (const struct taub_enum_name *word = keys[k].type == TAUB_KEY_ENUM ? keys[k].enum_names : NULL;
             word && word->name; word++)
            printf("%s=%s ", keys[k].path, word->name);
    printf("'\n");
}

int cli_completion(const struct cli_options *options)
{
    static const struct {
        const char *name;
        void (*put)(void);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    const char *wanted = options->input[0] ? options->input[0] : "bash";
    for (int n = 0; n < 3; n++)
        if (!strcmp(shells[n].name, wanted)) {
            shells[n].put();
            return TAUB_OK;
        }
    fprintf(stderr, "taub completion: %s: expected bash, zsh or fish\n", wanted);
    return TAUB_BAD_INPUT;
}
