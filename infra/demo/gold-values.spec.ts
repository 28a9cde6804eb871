import { lintSubjectOf } from '@querent/model';
import { lintStatement } from '@querent/lint';
import { demoQuestions } from './judge/demo-questions';
import { openTargets, type Targets } from './judge/target';

describe('gold statements of the demo', () => {
  let targets: Targets;
  beforeAll(async () => {
    targets = await openTargets();
  }, 300_000);
  afterAll(() => targets.stop());

  it('gold statements compare only with stored values, so no literal counts as unknown', async () => {
    const gold = demoQuestions<{ id: string; connection: string; sql?: string }>('gold').filter(
      ({ sql }) => sql !== undefined,
    );
    const alarms: string[] = [];
    for (const { id, connection, sql = '' } of gold) {
      const { findings } = await lintStatement(sql, lintSubjectOf(targets.of(connection).model, null));
      alarms.push(
        ...findings.filter(({ unstored }) => unstored !== undefined).map(({ message }) => `${id}: ${message}`),
      );
    }
    expect(gold.length).toBeGreaterThan(200);
    expect(alarms).toEqual([]);
  }, 60_000);
});
