import { z } from 'zod';

/** What came of calculating a definition of a draft on the data. */
const stateMeanings = {
  calculates: 'it was calculated over all rows',
  fails: 'the database could not calculate it on the stored data',
  too_slow: 'it was not calculated within the limits of time and cost',
  not_checked: 'it was not calculated, for example because the database was away',
} as const;
export const checkStates = [
  'calculates',
  'fails',
  'too_slow',
  'not_checked',
] as const satisfies readonly (keyof typeof stateMeanings)[];

export const definitionCheckSchema = z.object({
  kind: z.enum(['metric', 'term', 'entity']).describe('kind of entry in the model file'),
  label: z.string().describe('its name for readers'),
  path: z.string().describe('its path in the model file; shown to keys with the scope `sql:read`'),
  line: z.number().int().nullable().describe('its line in the draft, from 1; null: the draft was not sent as text'),
  state: z.enum(checkStates).describe(checkStates.map((name) => `\`${name}\`: ${stateMeanings[name]}`).join('; ')),
  message: z.string().nullable().describe('the reason in words, by `Accept-Language`; null: it calculates'),
  cause: z
    .string()
    .nullable()
    .describe("the database's message; null: there is none, or it is shown to keys with the scope `sql:read`"),
  value: z
    .string()
    .nullable()
    .describe(
      'the figure over all rows, for a term or an entity the number of its rows; null: there is none, or it is shown to keys with the scope `sql:read`',
    ),
});
export type DefinitionCheck = z.infer<typeof definitionCheckSchema>;

export const definitionChecksSchema = z.object({
  status: z
    .enum(['working', 'done', 'not_checked'])
    .describe(
      'state of the check; `not_checked`: no executor did it in time, or the key that began has no scope `sql:read`',
    ),
  checks: z.array(definitionCheckSchema).describe('the new and changed definitions of the draft, in its order'),
});

const localized = z.object({ zh: z.string().optional(), en: z.string().optional() });

/** A check as it is stored: its texts in both languages. */
export const keptCheckSchema = definitionCheckSchema.extend({
  label: localized,
  message: z.object({ zh: z.string(), en: z.string() }).nullable(),
});
export type KeptCheck = z.infer<typeof keptCheckSchema>;

export interface KeptChecks {
  status: z.infer<typeof definitionChecksSchema>['status'];
  checks: KeptCheck[];
}
