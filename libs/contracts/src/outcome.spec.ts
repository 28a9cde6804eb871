import { writableBy, type Outcome } from './outcome';
import { emptyRunData } from './run';

describe('what a stage may write of a run', () => {
  it('is what the compiler lets it write, and nothing else', () => {
    const drawn: Outcome<'chart'> = { event: 'presented', patch: { chart: null }, steps: [] };
    // @ts-expect-error Rows are the executor's.
    const stolen: Outcome<'chart'> = { event: 'presented', patch: { result: null }, steps: [] };
    expect([drawn, stolen].map(({ patch }) => Object.keys(patch))).toEqual([['chart'], ['result']]);
  });

  it('leaves to the gateway what a request brings, and how a pause was answered', () => {
    const written = new Set<string>(Object.values(writableBy).flat());
    expect(
      Object.keys(emptyRunData())
        .filter((member) => !written.has(member))
        .sort(),
    ).toEqual(['agentVersion', 'awaits', 'clarifications', 'login']);
  });
});
