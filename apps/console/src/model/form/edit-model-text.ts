import { diff } from '@codemirror/merge';
import { ChangeSet } from '@codemirror/state';
import { isMap, isNode, isSeq, parseDocument, type Document, type Node } from 'yaml';
import type { Language } from '../live-model';

const asWritten = { lineWidth: 0 } as const;
const mostSearched = { scanLimit: 1_000, timeout: 300 } as const;

/** The document of a model file; null while the text is not valid YAML or no mapping. */
export function modelDocument(text: string): Document | null {
  const document = parseDocument(text);
  return document.errors.length === 0 && (document.contents === null || isMap(document.contents)) ? document : null;
}

/**
 * Changes a model file as a document and keeps its text otherwise: comments, spaces and quotes. The library writes a
 * whole document in its own layout, so the change is found between two of its texts and moved onto the given one: by
 * character; where the layout differs at the change itself, by line; else the text gets the library's layout.
 * @returns null if the text is not valid YAML
 */
export function editedText(text: string, edit: (document: Document) => void): string | null {
  const document = modelDocument(text);
  if (document === null) return null;
  const before = document.toString(asWritten);
  edit(document);
  const after = document.toString(asWritten);
  const moved = changesOf(before, after).map(changesOf(before, text));
  const candidates = [() => applied(moved, text), () => withLines(text, before.split('\n'), after.split('\n'))];
  for (const candidate of candidates) {
    const result = candidate();
    if (isEqual(result, document)) return result;
  }
  return after;
}

/** Takes the lines that differ over into a text with the lines of `before` in another layout. */
function withLines(text: string, before: readonly string[], after: readonly string[]): string {
  const lines = text.split('\n');
  if (lines.length !== before.length) return text;
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return lines.toSpliced(start, before.length - end - start, ...after.slice(start, after.length - end)).join('\n');
}

const changesOf = (from: string, to: string): ChangeSet =>
  ChangeSet.of(
    diff(from, to, mostSearched).map(({ fromA, toA, fromB, toB }) => ({
      from: fromA,
      to: toA,
      insert: to.slice(fromB, toB),
    })),
    from.length,
  );

function applied(changes: ChangeSet, text: string): string {
  let result = '';
  let position = 0;
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    result += text.slice(position, fromA) + inserted.toString();
    position = toA;
  });
  return result + text.slice(position);
}

function isEqual(text: string, document: Document): boolean {
  const read = modelDocument(text);
  return read !== null && JSON.stringify(read.toJS()) === JSON.stringify(document.toJS());
}

export const setLabel = (path: readonly string[], language: Language, label: string) => (document: Document) => {
  const old = document.getIn([...path, 'label']);
  if (typeof old === 'string') {
    const other = language === 'zh' ? 'en' : 'zh';
    put(document, [...path, 'label'], { [other]: old, [language]: label });
  } else if (label === '') document.deleteIn([...path, 'label', language]);
  else put(document, [...path, 'label', language], label);
};

export const setSynonyms =
  (path: readonly string[], language: Language, words: readonly string[]) => (document: Document) => {
    const at = [...path, 'synonyms'];
    const old = document.getIn(at);
    if (isSeq(old)) put(document, at, { zh: old.toJSON(), en: old.toJSON(), [language]: words });
    else if (words.length === 0) document.deleteIn([...at, language]);
    else put(document, [...at, language], words);
  };

export const addMetric =
  (id: string, { language, label, expression }: { language: Language; label: string; expression: string }) =>
  (document: Document): void =>
    put(document, ['metrics', id], { label: { [language]: label }, expression });

/** Adds an entry whose names are still those of the database. */
export const adoptEntry =
  (path: readonly string[], label: Partial<Record<Language, string>>) => (document: Document) => {
    const given = Object.fromEntries(Object.entries(label).filter(([, text]) => text !== ''));
    put(document, [...path, 'label'], given);
  };

/**
 * Sets a value. Missing mappings on the way are created; words are written in one line, as people write them. The
 * comment behind a replaced value remains.
 */
function put(document: Document, path: readonly string[], value: unknown): void {
  for (let depth = 1; depth < path.length; depth += 1) {
    const parent = path.slice(0, depth);
    if (!isMap(document.getIn(parent))) document.setIn(parent, inlined(parent, document.createNode({})));
  }
  const old = document.getIn(path, true);
  const created = inlined(path, document.createNode(value));
  if (isNode(old) && old.comment != null) created.comment = old.comment;
  document.setIn(path, created);
}

/** Puts lists and the mappings of words by language in one line. */
function inlined(path: readonly string[], node: Node): Node {
  if (isSeq(node) || (isMap(node) && ['label', 'synonyms'].includes(path.at(-1) ?? ''))) node.flow = true;
  else if (isMap(node)) for (const { key, value } of node.items) if (isNode(value)) inlined([String(key)], value);
  return node;
}

/** Where an entry or a member of it is in the text; null if it is not there. */
export function rangeOf(text: string, path: readonly string[]): { from: number; to: number } | null {
  const node = modelDocument(text)?.getIn(path, true) as { range?: [number, number, number] } | undefined;
  if (!node?.range) return null;
  const [from, to] = node.range;
  return { from, to };
}
