import { runModule } from '../run-module';

const evaluate = <T>(imports: string, expression: string): Promise<T> =>
  runModule(`${imports}; console.log(JSON.stringify(${expression}))`);

describe('npm run ask', () => {
  const clarification = JSON.stringify({
    id: 'c1',
    options: [
      { id: 'composite', label: '综合评分' },
      { id: 'detail', label: '各项明细' },
    ],
    allowText: true,
  });
  const reply = (text: string, allowText = true): Promise<unknown> =>
    evaluate(
      "import { readReply } from './ask/run-report.mjs'",
      `(() => { try { return readReply({ ...${clarification}, allowText: ${allowText} }, ${JSON.stringify(text)}) } catch (e) { return e.message } })()`,
    );

  it.each([
    ['2', { clarificationId: 'c1', optionId: 'detail' }],
    [' 综合评分 ', { clarificationId: 'c1', optionId: 'composite' }],
    ['就要综合评分', { clarificationId: 'c1', text: '就要综合评分' }],
    ['7', { clarificationId: 'c1', text: '7' }],
    ['', 'Choose 1 to 2.'],
  ])('reads the reply %j', async (text, expected) => {
    expect(await reply(text)).toEqual(expected);
  });

  it('refuses a reply in free text if the clarification does not allow it', async () => {
    expect(await reply('something else', false)).toBe('Choose 1 to 2.');
  });

  it('parses server-sent events that arrive in single bytes', async () => {
    const events = await runModule(`
      import { parseEvents } from './ask/querent-client.mjs';
      const bytes = new TextEncoder().encode(': heartbeat\\n\\nid: 1\\nevent: step\\ndata: {"message":"查询"}\\n\\nid: 2\\nevent: end\\ndata: {}\\n\\n');
      const oneByOne = (async function* () { for (const byte of bytes) yield new Uint8Array([byte]); })();
      const events = []; for await (const event of parseEvents(oneByOne)) events.push(event);
      console.log(JSON.stringify(events))`);
    expect(events).toEqual([
      { id: '1', event: 'step', data: { message: '查询' } },
      { id: '2', event: 'end', data: {} },
    ]);
  });

  it.each([
    ['统计江苏省4A景区有多少个', 'tourism'],
    ['best products by revenue', 'commerce'],
  ])('guesses the connection of %j', async (question, expected) => {
    const connections = [
      { name: 'commerce', label: 'Commerce', examples: ['top 5 products by revenue this year'] },
      { name: 'tourism', label: '旅游', examples: ['统计浙江省5A景区有多少个'] },
    ];
    const call = `guessConnection(${JSON.stringify(question)}, ${JSON.stringify(connections)})`;
    expect(await evaluate("import { guessConnection } from './ask/guess-connection.mjs'", call)).toBe(expected);
  });
});
