import { errorTable } from '@querent/contracts';
import { causesToFilter } from '../../../../apps/console/src/operate/runs/run-causes';

describe('the causes by which runs are filtered', () => {
  it('include every problem that is of runs alone, and exist', () => {
    const ofRunsAlone = Object.entries(errorTable).flatMap(([code, { status }]) => (status === 200 ? [code] : []));
    expect(causesToFilter).toEqual(expect.arrayContaining(ofRunsAlone));
    expect(Object.keys(errorTable)).toEqual(expect.arrayContaining([...causesToFilter]));
  });
});
