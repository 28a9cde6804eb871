import { writableBy, type Outcome } from './outcome';
import { emptyRunData } from './run';

describe('the members of a run that a stage may write', () => {
  it('are the only ones that the compiler accepts', () => {
    const drawn: Outcome<'chart'> = { event: 'presented', patch: { chart: null }, steps: [] };
    // @ts-expect-error Rows are the executor's.
    const stolen: Outcome<'chart'> = { event: 'presented', patch: { result: null }, steps: [] };
    expect([drawn, stolen].map(({ patch }) => Object.keys(patch))).toEqual([['chart'], ['result']]);
  });

  it('exclude the request and the replies to pauses, which only the gateway writes', () => {
    const written = new Set<string>(Object.values(writableBy).flat());
    expect(
      Object.keys(emptyRunData())
        .filter((member) => !written.has(member))
        .sort(),
    ).toEqual(['agentVersion', 'awaits', 'clarifications', 'login']);
  });
});
