import { openReasoningPlace, type ReasoningPlace } from './place';

describe('the worked examples with a model', () => {
  let place: ReasoningPlace;
  beforeAll(async () => {
    place = await openReasoningPlace();
  }, 120_000);
  afterAll(() => place?.stop(), 60_000);

  it('looks at the stored types before it counts big customers', async () => {
    place.llm.script([
      { match: { task: 'generate-sql', text: 'Enterprise' }, reply: { text: "SELECT COUNT(*) FROM users WHERE type = 'VIP'" } },
      { match: { task: 'generate-sql' }, reply: { text: "我不确定'大客户'的定义，让我先查询有哪些客户类型：\nSELECT DISTINCT type FROM users;" } },
    ]);
    const run = await place.asker.answered({ question: '查询大客户数量', connection: 'crm', cache: 'bypass' });
    console.log(JSON.stringify(run, null, 1), place.llm.requests.map(({ task, text }) => [task, text]));
    expect(run).toMatchObject({ status: 'succeeded', result: { rows: [[42]] } });
  }, 120_000);
});
