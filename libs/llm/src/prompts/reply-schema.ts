/**
 * JSON Schema of the reply to `generate-sql` and `repair-sql`, in the strict form of OpenAI's `json_schema`: every
 * property is required, absent ones are null.
 */
export const replySchema: { name: string; schema: Record<string, unknown> } = {
  name: 'reply',
  schema: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['sql', 'intermediate_sql', 'clarification'] },
      sql: { type: ['string', 'null'] },
      draft: { type: ['string', 'null'] },
      question: { type: ['string', 'null'] },
      options: { type: ['array', 'null'], items: { type: 'string' } },
    },
    required: ['kind', 'sql', 'draft', 'question', 'options'],
    additionalProperties: false,
  },
};
