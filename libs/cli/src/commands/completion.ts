import type { Command } from 'commander';
import { UsageError } from '../profiles';
import { example, type Registrar } from './registrar';

const shells = ['bash', 'zsh', 'fish'] as const;

export const registerCompletion: Registrar = (program, action) => {
  program
    .command('completion')
    .argument('<shell>', shells.join(', '))
    .description('print a script that completes commands and options')
    .addHelpText('after', example('querent completion bash > ~/.local/share/bash-completion/completions/querent'))
    .action(
      action(async (context, command) => {
        const shell = command.processedArgs[0] as (typeof shells)[number];
        if (!shells.includes(shell)) throw new UsageError(`Give one of: ${shells.join(', ')}.`);
        context.line(scripts[shell](wordsByCommand(program)));
      }),
    );
};

/** Words that may follow each chain of commands; the chain of the program itself is empty. */
function wordsByCommand(program: Command): Map<string, string[]> {
  const words = new Map<string, string[]>();
  const visit = (command: Command, chain: string): void => {
    const options = [...command.options, ...(command === program ? [] : program.options)];
    const longs = [...options.map(({ long }) => long).filter((long) => long !== undefined && long !== null), '--help'];
    words.set(chain, [...command.commands.map((each) => each.name()), ...longs]);
    for (const each of command.commands) visit(each, `${chain} ${each.name()}`.trim());
  };
  visit(program, '');
  return words;
}

type Words = ReadonlyMap<string, readonly string[]>;

/** A case of a shell for each chain, the longest first. */
const cases = (words: Words, clause: (chain: string, following: string) => string): string =>
  [...words]
    .sort(([a], [b]) => b.length - a.length)
    .map(([chain, following]) => clause(chain, following.join(' ')))
    .join('\n');

const scripts: Record<(typeof shells)[number], (words: Words) => string> = {
  bash: (words) => `_querent() {
  local chain="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) chain="$chain $word" ;; esac
  done
  local following
  case "$chain" in
${cases(words, (chain, following) => `    ${chain === '' ? '' : `" ${chain}"`}*) following="${following}" ;;`)}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$following" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _querent querent`,
  zsh: (words) => `#compdef querent
_querent() {
  local chain="" word
  for word in "\${words[@]:1:$((CURRENT-2))}"; do
    case "$word" in -*) ;; *) chain="$chain $word" ;; esac
  done
  local -a following
  case "$chain" in
${cases(words, (chain, following) => `    ${chain === '' ? '' : `" ${chain}"`}*) following=(${following}) ;;`)}
  esac
  compadd -- $following
  _files
}
compdef _querent querent`,
  fish: (words) => `function __querent_words
  set -l chain (string join ' ' (string match -v -- '-*' (commandline -opc)[2..]))
  switch "$chain"
${cases(words, (chain, following) => `    case '${chain}*'\n      printf '%s\\n' ${following}`)}
  end
end
complete -c querent -a '(__querent_words)'`,
};
