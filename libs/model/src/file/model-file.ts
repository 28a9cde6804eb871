import { isTimeZone, timeZoneAdvice } from '@querent/contracts';
import { z } from 'zod';
import type { BrokenPart } from './broken-part';
import { languageOf } from '../localized';
import type { Localized, LocalizedList } from '../semantic-model';

/*
 * Schemas for the YAML of a semantic model. Every object is strict: an unknown key is a mistake, because a misspelt
 * `requires` would otherwise change answers silently.
 */

const line = z.string().trim().min(1);

const localized = z.union([
  line.transform((value): Localized => ({ [languageOf(value)]: value })),
  z.strictObject({ zh: line.optional(), en: line.optional() }).transform((value): Localized => value),
]);

const wordOrWords = z.union([line.transform((word) => [word]), z.array(line)]);

const localizedList = z.union([
  z.array(line).transform((words): Partial<LocalizedList> => ({
    zh: words.filter((word) => languageOf(word) === 'zh'),
    en: words.filter((word) => languageOf(word) === 'en'),
  })),
  z
    .strictObject({ zh: wordOrWords.optional(), en: wordOrWords.optional() })
    .transform((value): Partial<LocalizedList> => value),
]);

const named = { label: localized.optional(), synonyms: localizedList.optional(), description: localized.optional() };
const measured = {
  unit: localized.optional(),
  format: z.enum(['percent', 'currency']).optional(),
  better: z.enum(['higher', 'lower']).optional(),
};
const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const columnFile = z.strictObject({
  ...named,
  ...measured,
  role: z.enum(['name', 'dimension', 'measure', 'time', 'geo', 'key', 'text', 'hidden']).optional(),
  values: z.union([z.literal('index'), z.record(z.string(), localizedList.nullable())]).optional(),
  cast: z
    .strictObject({ to: z.enum(['numeric', 'integer', 'bigint', 'double precision', 'date']), when: line })
    .optional(),
});

export const tableFile = z.strictObject({
  ...named,
  hidden: z.boolean().optional(),
  kind: z.enum(['thing', 'event']).optional(),
  defaultMetric: line.optional(),
  defaultTime: line.optional(),
  columns: z.record(z.string(), columnFile.nullable()).optional(),
});

const oneOrMoreColumns = z.union([line.transform((ref) => [ref]), z.array(line).min(1)]);
export const joinFile = z.strictObject({ from: oneOrMoreColumns, to: oneOrMoreColumns });

export const metricFile = z.strictObject({
  ...named,
  ...measured,
  expression: line.optional(),
  children: z.record(z.string(), z.number()).optional(),
  of: line.optional(),
  requires: z.array(line).optional(),
});

export const filterFile = z.strictObject({ ...named, column: line, default: scalar.optional() });

export const termFile = z.strictObject({
  ...named,
  filter: line.optional(),
  candidates: z.array(line).min(1).optional(),
});

const fieldColumns = z.union([line.transform((ref) => [ref]), z.array(line).min(1).max(2)]);
const fieldFile = z.union([
  fieldColumns.transform((columns) => ({ columns })),
  z.strictObject({
    columns: fieldColumns,
    label: localized.optional(),
    synonyms: localizedList.optional(),
    role: z.enum(['name', 'dimension', 'measure', 'time', 'geo', 'key', 'text']).optional(),
  }),
]);

export const entityFile = z.strictObject({
  ...named,
  sources: z.array(line).length(2),
  match: line,
  fields: z.record(z.string(), fieldFile),
});

export const modelFile = z.strictObject({
  label: localized.optional(),
  description: localized.optional(),
  defaultLocale: z.enum(['zh', 'en']).optional(),
  timezone: line.refine(isTimeZone, timeZoneAdvice).optional(),
  /** The names were drafted from the database and not reviewed: the planner trusts them as little as derived ones. */
  drafted: z.literal(true).optional(),
  only: z.literal('listed').optional(),
  tables: z.record(z.string(), tableFile.nullable()).optional(),
  joins: z.array(joinFile.nullable()).optional(),
  metrics: z.record(z.string(), metricFile).optional(),
  filters: z.record(z.string(), filterFile).optional(),
  terms: z.record(z.string(), termFile).optional(),
  entities: z.record(z.string(), entityFile).optional(),
});

/** A parsed model file. `broken` has the entries with mistakes. */
export type ModelFile = z.infer<typeof modelFile> & { broken?: BrokenPart[] };
export type TableFile = z.infer<typeof tableFile>;
export type ColumnFile = z.infer<typeof columnFile>;
export type MetricFile = z.infer<typeof metricFile>;
export type EntityFile = z.infer<typeof entityFile>;
