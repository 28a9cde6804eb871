import { demoModel } from '../fixture/demo-model';
import { runWith } from '../fixture/run-with';
import { generatePrompt } from '../generate-prompt';
import { promptContextOf } from '../prompt-context';
import { tunedPrompt } from '../tuned-prompt';

const model = demoModel('commerce');
const ROOM = { maxTokens: 50_000 };
const listed = new Set(
  Object.values(model.tables).flatMap(({ columns }) =>
    Object.values(columns).flatMap(({ values }) =>
      Object.entries(values).flatMap(([value, { zh, en }]) => [value, ...zh, ...en]),
    ),
  ),
);
const stored = Object.values(model.tables)
  .flatMap(({ columns }) => Object.values(columns).flatMap(({ storedValues }) => storedValues))
  .filter((value) => !listed.has(value));
/** Descriptions in the model file, the only text that may quote a stored value. */
const described = Object.values(model.tables)
  .flatMap(({ columns, description }) => [description, ...Object.values(columns).map((column) => column.description)])
  .flatMap((text) => Object.values(text ?? {}))
  .join('\n');

describe('stored values', () => {
  it('exist in the model', () => {
    expect(stored.length).toBeGreaterThan(2);
  });

  it('are in no prompt, except those that the question names', () => {
    const run = runWith(
      { question: '客户数' },
      { retrieval: { tables: Object.keys(model.tables), samples: [], hints: [] } },
    );
    const context = promptContextOf({ model, run });
    for (const { user } of [generatePrompt(context, ROOM), tunedPrompt(context, ROOM)])
      expect(stored.filter((value) => user.replace(described, '').includes(`"${value}"`))).toEqual([]);
    const [value = ''] = stored;
    const hinted = promptContextOf({
      model,
      run: {
        ...run,
        data: {
          ...run.data,
          retrieval: {
            tables: ['customers'],
            samples: [],
            hints: [{ word: value, table: 'customers', column: 'city', value }],
          },
        },
      },
    });
    expect(generatePrompt(hinted, ROOM).user).toContain(value);
  });
});
