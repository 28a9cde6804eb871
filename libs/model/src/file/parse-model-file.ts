import { z } from 'zod';
import { pathOf, type ModelProblem } from '../model-problem';
import { didYouMean } from '../did-you-mean';
import { entryOf, isObject, wordsIn, type BrokenPart } from './broken-part';
import { modelFile, type ModelFile } from './model-file';

/** `problems` are those of the entries that were removed from `file`, or all if there is no usable file. */
export type ParsedModelFile =
  { ok: true; file: ModelFile; problems: ModelProblem[] } | { ok: false; problems: ModelProblem[] };

/**
 * Checks the form of a model file, given as the object that its YAML contains. An empty file is an empty model. An
 * entry with a mistake moves to `broken`; any other mistake makes the file unusable. Every mistake is reported with its
 * path. References are checked later, by `resolveModel`.
 */
export function parseModelFile(yamlObject: unknown): ParsedModelFile {
  const parsed = modelFile.safeParse(yamlObject ?? {});
  if (parsed.success) return { ok: true, file: parsed.data, problems: [] };
  const found = parsed.error.issues.flatMap((issue) => {
    const entry = entryOf(issue.path);
    return problemsOf(issue, [], modelFile).map((problem) => ({
      entry,
      problem: entry ? { ...problem, entry: true as const } : problem,
    }));
  });
  const problems = found.map(({ problem }) => problem);
  const broken = brokenParts(yamlObject, found);
  if (broken === null) return { ok: false, problems };
  const sound = modelFile.safeParse(broken.reduce((rest, { path }) => without(rest, path), yamlObject));
  return sound.success ? { ok: true, file: { ...sound.data, broken }, problems } : { ok: false, problems };
}

/** The entries with mistakes; null if a mistake does not belong to an entry. */
function brokenParts(
  file: unknown,
  found: readonly { entry: string[] | null; problem: ModelProblem }[],
): BrokenPart[] | null {
  const parts = new Map<string, BrokenPart>();
  for (const { entry, problem } of found) {
    if (entry === null) return null;
    const key = entry.join('\u0000');
    const part = parts.get(key) ?? { path: entry, problems: [], words: wordsIn(at(file, entry)) };
    part.problems.push(problem);
    parts.set(key, part);
  }
  return [...parts.values()];
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (found: unknown, key) =>
      Array.isArray(found) || isObject(found) ? (found as Record<string, unknown>)[key] : undefined,
    value,
  );
}

/** A copy without one entry. An entry of a list becomes null, so that the indexes of the others stay. */
function without(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown, index) => (String(index) === key ? null : item));
  if (!isObject(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) };
}

type Issue = z.core.$ZodIssue;

function problemsOf(issue: Issue, prefix: PropertyKey[], root: z.core.$ZodType): ModelProblem[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(root, path);
    return issue.keys.map((key) => ({
      path: pathOf(...path, key),
      message: `unknown key "${key}"${cutAtComma(key) || didYouMean(key, known) || listOf(known)}`,
    }));
  }
  if (issue.code === 'invalid_union') return [unionProblem(issue, path, root)].flat();
  return [{ path: pathOf(...path), message: lowerFirst(issue.message) }];
}

/** The problems of a union: those of the branch that matched furthest. */
function unionProblem(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: PropertyKey[],
  root: z.core.$ZodType,
): ModelProblem[] {
  const structural = issue.errors.filter(
    (branch) => !branch.every((inner) => inner.code === 'invalid_type' && inner.path.length === 0),
  );
  const [branch] = structural.length > 0 ? structural : issue.errors;
  if (!branch || branch.length === 0)
    return [{ path: pathOf(...path), message: 'has a form that is not allowed here' }];
  return branch.flatMap((inner) => problemsOf(inner, path, root));
}

/** The keys that the schema allows at a path. */
function knownKeys(root: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let candidates: z.core.$ZodType[] = [root];
  for (const segment of path)
    candidates = candidates.flatMap(unwrap).flatMap((schema) => step(schema, String(segment)));
  return candidates
    .flatMap(unwrap)
    .flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
}

function step(schema: z.core.$ZodType, segment: string): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) {
    const child: unknown = schema.shape[segment];
    return child instanceof z.ZodType ? [child] : [];
  }
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (schema instanceof z.ZodArray) return [schema.element];
  return [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap);
  return [schema];
}

/** A hint for a key with an unmatched `)`: YAML has split a text at a comma, `{ expression: round(sum(a.b), 2) }`. */
const cutAtComma = (key: string): string =>
  /^[^()]*\)/.test(key)
    ? ': inside { } a comma ends a value, so put quotes around a text with a comma, such as an expression'
    : '';
const listOf = (keys: string[]): string => (keys.length > 0 ? `; known keys: ${keys.join(', ')}` : '');
const lowerFirst = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1);
