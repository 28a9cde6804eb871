import type { Ambiguity } from './plan';
import { emptyRunData, runStatuses, type Run, type RunData, type RunStatus } from './run';
import { unansweredClarification } from './unanswered-clarification';

const option = (id: string, label: string) => ({ id, label, value: `t.kind=${id}`, aliases: [label] });
const ambiguity: Ambiguity = {
  trigger: 'ambiguous_value',
  key: 'value:vip',
  question: '“VIP” can mean several things. Which one do you mean?',
  options: [{ ...option('1', 'level is VIP'), description: 'the level' }, option('2', 'club is VIP')],
  allowText: true,
  span: { start: 7, end: 10, text: 'vip' },
};
const runOf = (status: RunStatus, data: Partial<RunData>, question = 'orders VIP customers'): Run =>
  ({ status, request: { question }, data: { ...emptyRunData(), ...data } }) as Run;
const wordsOf = (changes: Partial<Ambiguity>, question?: string) =>
  unansweredClarification(runOf('expired', { ambiguity: { ...ambiguity, ...changes } }, question))?.words;

describe('a clarification without an answer', () => {
  it('is shown with its words and its options, but without what the options stand for', () => {
    expect(unansweredClarification(runOf('expired', { ambiguity }))).toEqual({
      end: 'expired',
      question: ambiguity.question,
      words: 'VIP',
      options: [{ label: 'level is VIP', description: 'the level' }, { label: 'club is VIP' }],
    });
  });

  it('ends when it expires, when the run is stopped, and with another question', () => {
    const ends = (data: Partial<RunData>) =>
      Object.fromEntries(
        runStatuses.flatMap((status) => {
          const end = unansweredClarification(runOf(status, data))?.end;
          return end === undefined ? [] : [[status, end]];
        }),
      );
    expect(ends({ ambiguity })).toEqual({ expired: 'expired', cancelled: 'stopped' });
    expect(ends({ passedOver: ambiguity })).toEqual({
      ...{ succeeded: 'another_question', failed: 'another_question' },
      ...{ cancelled: 'another_question', expired: 'another_question' },
    });
    expect(ends({})).toEqual({});
  });

  it('is none if the run was stopped after the reply, before it was read', () => {
    const reply = { clarificationId: 'c1', optionId: '1' };
    expect(unansweredClarification(runOf('cancelled', { ambiguity, reply }))).toBeNull();
  });

  it('quotes the words of the question, as they were written', () => {
    const span = undefined;
    const question = '“Infrastructure” is made of roads, power. Composite or breakdown?';
    expect(wordsOf({ span, question }, 'show the infrastructure')).toBe('infrastructure');
    expect(wordsOf({ span, question: '“基础设施”由道路、电力组成' }, '看看基础设施的情况')).toBe('基础设施');
    expect(wordsOf({ span, question }, 'show the roads')).toBeNull();
    expect(wordsOf({ span, question: 'Which year?' })).toBeNull();
    expect(wordsOf({ span: { start: 0, end: 3, text: 'kpi' }, question: 'Which?' })).toBe('kpi');
  });
});
