import type { Clarification, RunView } from '@querent/contracts';
import type { TestStack } from '@querent/testing';
import { leavePlainStack, plainStack } from '../product/plain-stack';
import { openQuestions, pausedView, ReplyingAsker } from '../product/replies-asker';

/** Rounds for each way to receive a clarification. A round has eight runs, each about another metric. */
const ROUNDS = 5;

type Seeing = (asker: ReplyingAsker, question: string) => Promise<{ id: string; clarification: Clarification }>;

/** Ways in which a client receives a clarification, each at the earliest possible moment. */
const ways: [string, Seeing][] = [
  [
    'in the event stream',
    async (asker, question) => {
      const { body } = await asker.ask(question);
      return { id: body.id, clarification: await asker.firstEvent<Clarification>(body.id, 'clarification') };
    },
  ],
  [
    'by polling',
    async (asker, question) => {
      const { body } = await asker.ask(question);
      return pausedView(await polled(asker, body.id));
    },
  ],
  ['in a waiting response', async (asker, question) => pausedView((await asker.waited(question)).body)],
];

describe('replies sent as soon as the clarification is visible', () => {
  let stack: TestStack;
  let asker: ReplyingAsker;

  beforeAll(async () => {
    stack = await plainStack();
    asker = new ReplyingAsker(stack.url);
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(leavePlainStack, 60_000);

  it.each(ways)(
    `an immediate reply to a clarification received %s is neither lost nor refused (${ROUNDS * openQuestions.length} runs)`,
    async (_, see) => {
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all(openQuestions.map((question) => replyImmediately(see, question, round)));
      }
    },
    180_000,
  );

  async function replyImmediately(see: Seeing, question: string, round: number): Promise<void> {
    const { id, clarification } = await see(asker, question);
    // A different option in each round, so that no habit forms. Sorted, because the last choice is offered first.
    const labels = clarification.options.map((option) => option.label).sort();
    const option = clarification.options.find(({ label }) => label === labels[round % labels.length]);
    const reply = await asker.replyWith(id, { clarificationId: clarification.id, optionId: option?.id });
    expect({ question, status: reply.status }).toEqual({ question, status: 202 });
    const done = await asker.over(id);
    expect(done).toMatchObject({
      status: 'succeeded',
      clarifications: [{ id: clarification.id, answer: { optionId: option?.id } }],
    });
    expect(done.clarifications).toHaveLength(1);
  }
});

/** Polls without a delay until the run awaits a reply. */
async function polled(asker: ReplyingAsker, id: string): Promise<RunView> {
  for (;;) {
    const run = await asker.view(id);
    if (run.status === 'awaiting_clarification') return run;
    if (run.finishedAt !== null) throw new Error(`${id} is ${run.status}`);
  }
}
