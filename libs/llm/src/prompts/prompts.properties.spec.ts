import fc from 'fast-check';
import { estimateTokens } from './estimate-tokens';
import { randomContext, text } from './fixture/random-case';
import { generatePrompt } from './generate-prompt';
import { PromptTooLongError, type Prompt } from './prompt';
import type { PromptContext } from './prompt-context';
import { repairPrompt, type FailedStatement } from './repair-prompt';
import { QUESTION_LENGTH } from './parts/run-parts';
import { tunedPrompt } from './tuned-prompt';
import { lines } from './parts/untrusted-text';

const budget = fc.oneof(fc.integer({ min: 1_000, max: 6_000 }), fc.integer({ min: 10, max: 20_000 }));
const failed: fc.Arbitrary<FailedStatement> = fc.record({
  sql: text,
  errorClass: text,
  fragment: fc.option(text),
  hints: fc.array(text, { maxLength: 3 }),
  tried: fc.array(text, { maxLength: 3 }),
});

/** The prompt, or null if the question alone is too long. */
function attempt(make: () => Prompt): Prompt | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof PromptTooLongError) return null;
    throw error;
  }
}

/** Blocks of a prompt, parsed strictly: opened and closed only by the key of the first mark. */
function blocksOf(user: string): Map<string, string> {
  const key = /^<<data [a-z ]+ ([0-9a-f]{8})>>$/m.exec(user)?.[1] ?? '';
  const found = new Map<string, string>();
  for (const [, name = '', body = ''] of user.matchAll(
    new RegExp(`^<<data ([a-z ]+) ${key}>>\\n([\\s\\S]*?)\\n<<end ${key}>>$`, 'gm'),
  ))
    found.set(name, body);
  expect(user.split(key)).toHaveLength(found.size * 2 + 1);
  return found;
}

/** A sequence that a model might read as a mark. */
const MARK = /<<\s*(?:data|end)\b/i;
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\u200b-\u200f]/;

function expectSound(prompt: Prompt, maxTokens: number, { question }: PromptContext): void {
  expect(prompt.tokens).toBeLessThanOrEqual(maxTokens);
  expect(prompt.tokens).toBeGreaterThanOrEqual(estimateTokens(prompt.system) + estimateTokens(prompt.user));
  const blocks = blocksOf(prompt.user);
  expect(blocks.get('question')).toBe(lines(question, QUESTION_LENGTH));
  for (const body of blocks.values()) expect(body).not.toMatch(MARK);
  expect(prompt.user).not.toMatch(STEERING);
}

describe('for any model, run and budget', () => {
  it('a prompt keeps its budget, the whole question and closed fences', () => {
    fc.assert(
      fc.property(randomContext, budget, (context, maxTokens) => {
        const prompt = attempt(() => generatePrompt(context, { maxTokens }));
        if (prompt !== null) expectSound(prompt, maxTokens, context);
      }),
      { numRuns: 150 },
    );
  });

  it('a repair prompt does the same and keeps the failed statement', () => {
    fc.assert(
      fc.property(randomContext, failed, budget, (context, statement, maxTokens) => {
        const prompt = attempt(() => repairPrompt(context, statement, { maxTokens }));
        if (prompt === null) return;
        expectSound(prompt, maxTokens, context);
        expect(blocksOf(prompt.user).get('failed')?.endsWith(lines(statement.sql, 8_000))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('the prompt for a fine-tuned model keeps its budget and its JSON keys', () => {
    fc.assert(
      fc.property(randomContext, fc.option(failed, { nil: undefined }), budget, (context, statement, maxTokens) => {
        const prompt = attempt(() => tunedPrompt(context, { maxTokens, failed: statement }));
        if (prompt === null) return;
        expect(prompt.tokens).toBeLessThanOrEqual(maxTokens);
        const read = JSON.parse(prompt.user) as Record<string, unknown>;
        expect([
          'instruction',
          'schema',
          'metric_context',
          'explored_values',
          'user_query',
          'previous_attempt',
        ]).toEqual(expect.arrayContaining(Object.keys(read)));
        expect(read['instruction']).toBe(prompt.system);
        expect(String(read['user_query'])).toContain(lines(context.understood ?? context.question, QUESTION_LENGTH));
      }),
      { numRuns: 100 },
    );
  });

  it('a larger budget never drops more parts', () => {
    fc.assert(
      fc.property(
        randomContext,
        fc.integer({ min: 2_000, max: 8_000 }),
        fc.nat({ max: 4_000 }),
        (context, less, more) => {
          const small = attempt(() => generatePrompt(context, { maxTokens: less }));
          const large = attempt(() => generatePrompt(context, { maxTokens: less + more }));
          if (small !== null) expect(small.dropped.slice(0, large?.dropped.length)).toEqual(large?.dropped);
        },
      ),
    );
  });
});
