import { z } from 'zod';
import { pathOf, type ModelProblem } from '../model-problem';
import { didYouMean } from '../did-you-mean';
import { modelFile, type ModelFile } from './model-file';

export type ParsedModelFile = { ok: true; file: ModelFile } | { ok: false; problems: ModelProblem[] };

/**
 * Checks the shape of a model file (already turned from YAML into an object). An empty file is an
 * empty model. Reports every mistake, each with its path; names are checked later, by `resolveModel`.
 */
export function parseModelFile(yamlObject: unknown): ParsedModelFile {
  const parsed = modelFile.safeParse(yamlObject ?? {});
  if (parsed.success) return { ok: true, file: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, [], modelFile)) };
}

type Issue = z.core.$ZodIssue;

function problemsOf(issue: Issue, prefix: PropertyKey[], root: z.core.$ZodType): ModelProblem[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(root, path);
    return issue.keys.map((key) => ({ path: pathOf(...path, key), message: `unknown key "${key}"${didYouMean(key, known) || listOf(known)}` }));
  }
  if (issue.code === 'invalid_union') return [unionProblem(issue, path, root)].flat();
  return [{ path: pathOf(...path), message: lowerFirst(issue.message) }];
}

/** Of a union's branches the one that went furthest tells the author most. */
function unionProblem(issue: Extract<Issue, { code: 'invalid_union' }>, path: PropertyKey[], root: z.core.$ZodType): ModelProblem[] {
  const structural = issue.errors.filter((branch) => !branch.every((inner) => inner.code === 'invalid_type' && inner.path.length === 0));
  const [branch] = structural.length > 0 ? structural : issue.errors;
  if (!branch || branch.length === 0) return [{ path: pathOf(...path), message: 'has a form that is not understood here' }];
  return branch.flatMap((inner) => problemsOf(inner, path, root));
}

/** The keys allowed at a path, found by walking the schema beside it. */
function knownKeys(root: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let candidates: z.core.$ZodType[] = [root];
  for (const segment of path) candidates = candidates.flatMap(unwrap).flatMap((schema) => step(schema, String(segment)));
  return candidates.flatMap(unwrap).flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
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

const listOf = (keys: string[]): string => (keys.length > 0 ? `; known keys: ${keys.join(', ')}` : '');
const lowerFirst = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1);
