import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoModel } from '../fixture/demo-model';
import { runWith } from '../fixture/run-with';
import { generatePrompt } from '../generate-prompt';
import { promptContextOf } from '../prompt-context';
import { repairPrompt } from '../repair-prompt';
import { tunedPrompt } from '../tuned-prompt';

const model = demoModel('commerce');
const ROOM = { maxTokens: 50_000 };
/**
 * Data that a careless stage might still carry: a retrieval from before the column was hidden, and a driver message
 * that names it.
 */
const context = promptContextOf({
  model,
  run: runWith(
    { question: 'how many customers' },
    {
      retrieval: {
        tables: ['customers', 'secrets'],
        samples: [],
        hints: [{ word: 'x', table: 'customers', column: 'id_card', value: '330102199001011234' }],
      },
      reasoning: {
        fallback: null,
        promptVersion: null,
        draft: null,
        explorations: [
          {
            sql: 'SELECT idcard FROM customers',
            state: 'failed',
            columns: [],
            values: [],
            truncated: false,
            cached: false,
            error:
              'column "idcard" does not exist\nHINT:  Perhaps you meant to reference the column "customers.id_card".',
          },
        ],
      },
    },
  ),
});
const failed = {
  sql: 'SELECT idcard FROM customers',
  errorClass: 'undefined_column',
  fragment: 'idcard',
  hints: ['Perhaps you meant to reference the column "customers.id_card".'],
  tried: [],
};

describe('a hidden column', () => {
  it('exists in the demo', () => {
    expect(readFileSync(join(__dirname, '../../../../../infra/demo/config/models/commerce.yaml'), 'utf8')).toContain(
      'id_card: { role: hidden }',
    );
  });

  it('is not confused with inherited object properties such as constructor', () => {
    const odd = promptContextOf({
      model,
      run: runWith(
        {},
        {
          retrieval: {
            tables: ['constructor', '__proto__', 'orders'],
            samples: [],
            hints: [{ word: 'x', table: 'toString', column: 'name', value: 'x' }],
          },
        },
      ),
    });
    expect(odd).toMatchObject({ tables: ['orders'], hints: [] });
  });

  it.each([
    ['generate', generatePrompt(context, ROOM)],
    ['repair', repairPrompt(context, failed, ROOM)],
    ['tuned', tunedPrompt(context, ROOM)],
    ['tuned repair', tunedPrompt(context, { ...ROOM, failed })],
  ])('does not occur in the prompt: %s', (_, { system, user }) => {
    for (const secret of ['id_card', 'Resident identity', '330102199001011234', 'secrets'])
      expect(system + user).not.toContain(secret);
  });
});
