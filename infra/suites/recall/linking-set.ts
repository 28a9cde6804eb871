import { z } from 'zod';

/** A schema of schema_linking_schemas.json or of the distractors. */
const linkingSchema = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      comment: z.string().nullish(),
      columns: z.array(z.object({ name: z.string(), type: z.string().nullish(), comment: z.string().nullish() })),
      primary_key: z.array(z.string()).default([]),
      /** Own columns, the other table, its columns. */
      foreign_keys: z.array(z.tuple([z.array(z.string()), z.string(), z.array(z.string())])).default([]),
    }),
  ),
});
export type LinkingSchema = z.infer<typeof linkingSchema>;

const linkingQuestion = z.object({
  db_id: z.string(),
  question: z.string(),
  lang: z.enum(['en', 'zh']),
  gold_tables: z.array(z.string()),
  /** `table.column`. Empty if not annotated. */
  gold_columns: z.array(z.string()),
});
export type LinkingQuestion = z.infer<typeof linkingQuestion>;

/** @throws when the text is not a JSON object of schemas by database */
export function parseLinkingSchemas(json: string): Record<string, LinkingSchema> {
  return z.record(z.string(), linkingSchema).parse(JSON.parse(json));
}

/** Parses one question per line. @throws for an invalid line */
export function parseLinkingQuestions(jsonl: string): LinkingQuestion[] {
  return jsonl
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => linkingQuestion.parse(JSON.parse(line)));
}
