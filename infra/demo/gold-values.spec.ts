import { lintSubjectOf } from '@querent/model';
import { lintStatement } from '@querent/lint';
import { demoQuestions } from './judge/demo-questions';
import { openPlaces, type Places } from './judge/place';

describe('the gold statements of the demo', () => {
  let places: Places;
  beforeAll(async () => {
    places = await openPlaces();
  }, 300_000);
  afterAll(() => places.stop());

  it('compare with stored values alone: none is taken for a literal that no row has', async () => {
    const gold = demoQuestions<{ id: string; connection: string; sql?: string }>('gold').filter(
      ({ sql }) => sql !== undefined,
    );
    const alarms: string[] = [];
    for (const { id, connection, sql = '' } of gold) {
      const { findings } = await lintStatement(sql, lintSubjectOf(places.of(connection).model, null));
      alarms.push(
        ...findings.filter(({ unstored }) => unstored !== undefined).map(({ message }) => `${id}: ${message}`),
      );
    }
    expect(gold.length).toBeGreaterThan(200);
    expect(alarms).toEqual([]);
  }, 60_000);
});
