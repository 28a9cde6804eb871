import { demoModel } from './fixture/demo-model';
import { runWith } from './fixture/run-with';
import { estimateTokens } from './estimate-tokens';
import { generatePrompt } from './generate-prompt';
import { PromptTooLongError } from './prompt';
import { promptContextOf } from './prompt-context';
import { DROP_ORDER } from './parts/prompt-part';
import { promptTexts } from './prompt-texts';
import { tunedPrompt } from './tuned-prompt';

const context = promptContextOf({
  model: demoModel('commerce'),
  agent: { instructions: 'be kind' },
  run: runWith(
    { question: 'revenue by customer type in 杭州' },
    {
      context: { runId: 'r', question: 'orders of 2024', query: null },
      refinedQuestion: 'revenue by customer type, city 杭州市',
      retrieval: {
        tables: ['orders', 'customers', 'order_items', 'products', 'refunds'],
        samples: [
          { question: 'q1', sql: 'SELECT 1' },
          { question: 'q2', sql: 'SELECT 2' },
        ],
        hints: [{ word: '杭州', table: 'customers', column: 'city', value: '杭州市' }],
      },
      reasoning: {
        fallback: null,
        promptVersion: null,
        draft: null,
        explorations: [
          {
            sql: 'SELECT DISTINCT type FROM customers',
            state: 'done',
            columns: ['type'],
            values: Array.from({ length: 30 }, (_, index) => [`v${index}`]),
            truncated: false,
            cached: false,
            error: null,
          },
        ],
      },
    },
  ),
});
const whole = generatePrompt(context, { maxTokens: 50_000 });
const promptWithin = (maxTokens: number) => generatePrompt(context, { maxTokens });

describe('the parts that a prompt omits', () => {
  it('are none if everything fits', () => {
    expect(whole.dropped).toEqual([]);
    expect(promptWithin(whole.tokens + 100).dropped).toEqual([]);
  });

  it('follow the documented order down to the question alone', () => {
    const least = estimateTokens(promptTexts.generate.text) + 200;
    const { dropped, user } = promptWithin(least);
    const classes = dropped.map((what) => DROP_ORDER.findIndex((name) => what.startsWith(`${name}: `)));
    expect(classes).toEqual([...classes].sort((a, b) => a - b));
    expect(user).toContain('revenue by customer type in 杭州');
    expect(dropped.slice(0, 3)).toEqual(['sample: 2', 'sample: 1', 'explored row: 1 row 30']);
  });

  it('never include a key of a shown join or a column that the question or its metric names', () => {
    for (let room = whole.tokens; room > 1_900; room -= 50) {
      const { user } = promptWithin(room);
      for (const [, left = ''] of user.matchAll(/^join (\S+) =/gm)) {
        const [table = '', column = ''] = left.split('.');
        const shown = user.slice(user.indexOf(`table ${table} --`)).split(/\ntable |\njoin /)[0] ?? '';
        expect(shown).toContain(`\n  ${column} `);
      }
      if (user.includes('table customers --')) expect(user).toContain('\n  type text');
      if (user.includes('table order_items --')) expect(user).toContain('\n  unit_price numeric');
    }
  });

  it('start with the least relevant tables, together with the parts that need them', () => {
    const prompts = Array.from({ length: 40 }, (_, index) => promptWithin(whole.tokens - index * 40));
    const without = prompts.find(({ dropped }) => dropped.includes('table: refunds'));
    expect(without?.user).toContain('table orders --');
    expect(without?.user).not.toMatch(/(table|join) refunds|refunds\.|number of refunds/);
  });

  it('never include the question: if it does not fit alone, an error reports that', () => {
    expect(() => promptWithin(50)).toThrow(PromptTooLongError);
    expect(() => tunedPrompt(context, { maxTokens: 50 })).toThrow(
      /the question and the instructions alone take \d+ tokens of 50/,
    );
  });

  it('are, for a fine-tuned model, details of all tables first, then tables from the end', () => {
    const full = tunedPrompt(context, { maxTokens: 50_000 });
    const orders = Array.from(
      { length: 60 },
      (_, index) => tunedPrompt(context, { maxTokens: full.tokens - index * 30 }).dropped,
    );
    expect(orders.at(-1)?.slice(0, 4)).toEqual([
      'schema: without values',
      'schema: without descriptions',
      'schema: keys and named columns',
      'table: refunds',
    ]);
  });
});
