import { bilingual, type BilingualText } from '@querent/language';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import { z } from 'zod';
import { suggestion } from './suggestion';
import { pathText, type Problem } from './problem';
import { aliasMistake, syntaxMistake } from './yaml-mistake';

export type Read<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** A parsed YAML file with the lines of its paths. */
export interface YamlDocument {
  file: string;
  value: unknown;
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/** Parses YAML text; syntax errors and duplicate keys become problems with their line. */
export function parseYaml(file: string, text: string): Read<YamlDocument> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problems = document.errors.map((error) => ({
    file,
    path: '',
    message: syntaxMistake(error),
    line: lines.linePos(error.pos[0]).line,
  }));
  if (problems.length > 0) return { ok: false, problems };
  try {
    return {
      ok: true,
      value: { file, value: document.toJS() as unknown, lineOf: (path) => lineOf(document, lines, path) },
    };
  } catch {
    // An alias bomb or an unresolved alias is detected only when the tree is converted to values.
    const { message, offset } = aliasMistake(document);
    const line = offset === undefined ? {} : { line: lines.linePos(offset).line };
    return { ok: false, problems: [{ file, path: '', message, ...line }] };
  }
}

/**
 * Validates a document with a strict schema; every issue becomes a problem, unknown keys with the nearest known one.
 */
export function checkYaml<T>(document: YamlDocument, schema: z.ZodType<T>): Read<T> {
  const parsed = schema.safeParse(document.value ?? {});
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => issueProblems(document, schema, issue)) };
}

/** A problem at a path that another checker reports as text (`metrics.network.children`), with its line. */
export function problemAt(document: YamlDocument, path: string, message: BilingualText): Problem {
  const line = lineAt(document, path);
  return { file: document.file, path, message, ...(line === undefined ? {} : { line }) };
}

/** The line of such a path. */
export function lineAt(document: YamlDocument, path: string): number | undefined {
  return document.lineOf(path.split(/[.[\]]+/).filter((part) => part !== ''));
}

function issueProblems(document: YamlDocument, schema: z.ZodType, issue: z.core.$ZodIssue): Problem[] {
  const at = (path: readonly PropertyKey[], message: BilingualText): Problem => {
    const line = document.lineOf(path);
    return { file: document.file, path: pathText(path), message, ...(line === undefined ? {} : { line }) };
  };
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const near = suggestion(key, known);
      return at([...issue.path, key], bilingual('Unknown key "{key}".{suggestion}', { key, suggestion: near }));
    });
  }
  return [at(issue.path, messageOf(issue))];
}

/** The message of an issue. A spec checks that zod's messages and those of the schemas have a Chinese text. */
export const messageOf = (issue: z.core.$ZodIssue): BilingualText => issue.message as BilingualText;

/** The line of the deepest existing part of the path; for a key, the line of the key. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number | undefined {
  let node: unknown = document.contents;
  let offset = rangeStart(node);
  for (const part of path) {
    const next = child(node, part);
    if (!next) break;
    offset = rangeStart(next.key) ?? rangeStart(next.value) ?? offset;
    node = next.value;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

function child(node: unknown, part: PropertyKey): { key: unknown; value: unknown } | undefined {
  if (isMap(node))
    return node.items.find((pair) => String(isScalar(pair.key) ? pair.key.value : pair.key) === String(part));
  if (!isSeq(node)) return undefined;
  const item = node.items[Number(part)];
  return item === undefined ? undefined : { key: undefined, value: item };
}

const rangeStart = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0];

/** The keys of a strict object schema at a path; empty if there is no object at the path. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: z.ZodType | undefined = schema;
  for (const part of path) here = here && step(unwrap(here), part);
  const object = here && unwrap(here);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function step(schema: z.ZodType, part: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, z.ZodType | undefined>)[part];
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType;
  return undefined;
}

/** The schema inside optional, default and transform wrappers; for a union, its object. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType);
  if (schema instanceof z.ZodUnion) {
    const options = (schema.options as z.ZodType[]).map(unwrap);
    return options.find((option) => option instanceof z.ZodObject) ?? schema;
  }
  return schema;
}
