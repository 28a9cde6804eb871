import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { KnownNames } from './known-names';
import { memberAt } from './model-members';
import { yamlPositionAt } from './yaml-path';

const WORD = /[\p{L}\p{N}_.]*$/u;

/** Completes members, their values, and names of tables and columns. */
export function modelCompletions(known: () => KnownNames): CompletionSource {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const line = state.doc.lineAt(pos);
    const written = state.sliceDoc(line.from, pos);
    const word = WORD.exec(written)?.[0] ?? '';
    if (word === '' && !explicit && !/: $/.test(written)) return null;
    const lines = state.sliceDoc(0, line.from).split('\n').slice(0, -1);
    const options = completionsAt([...lines, written.slice(0, written.length - word.length)], known());
    return options.length === 0 ? null : { from: pos - word.length, options, validFor: WORD };
  };
}

/** @param lines the lines up to the word that is completed, without it */
export function completionsAt(lines: readonly string[], known: KnownNames): Completion[] {
  const { path, isKey } = yamlPositionAt(lines);
  const member = memberAt(path);
  if (member === undefined) return [];
  if (!isKey)
    return [
      ...(member.values ?? []).map((label): Completion => ({ label, type: 'keyword' })),
      ...(member.isColumn ? columnsOf(known) : []),
      ...(path.at(-1) === 'sources' ? tablesOf(known) : []),
    ];
  const suffix = ': ';
  const keys = Object.keys(member.keys ?? {})
    .filter((key) => key !== '*')
    .map((key): Completion => ({ label: key, type: 'property', apply: key + suffix }));
  if (member.names === 'tables') return [...tablesOf(known), ...keys];
  const table = path.at(-2);
  if (member.names !== 'columns' || table === undefined) return keys;
  return [
    ...(known.get(table) ?? []).map((label): Completion => ({ label, type: 'variable', apply: label + suffix })),
    ...keys,
  ];
}

const tablesOf = (known: KnownNames): Completion[] =>
  [...known.keys()].map((label) => ({ label, type: 'class', boost: 1 }));

const columnsOf = (known: KnownNames): Completion[] =>
  [...known].flatMap(([table, columns]) =>
    columns.map((column): Completion => ({ label: `${table}.${column}`, type: 'variable' })),
  );
