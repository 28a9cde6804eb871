import { Crowd } from '../../load/suite/crowd';
import { openPrivateStack } from '../../load/suite/private-stack';
import type { SuiteWorld } from '../../worlds/suite-world';
import { median } from '../statistics';
import { latenciesOf, rateOf } from '../timing';
import type { Figure } from './figures';
import { plainQuestions, settings, TENANT } from './warm-product';

const EARLY = 99;
const WARM_UP = { ms: 6_000 };
const WARM = { ms: 2_000 };

/** Latency of the first question after a start, of the next 99, and of the warm product. */
export async function firstQuestions(world: SuiteWorld, env: Record<string, string>): Promise<Figure[]> {
  const own = await openPrivateStack({ world, tenants: [TENANT], env: { ...settings, ...env } });
  const crowd = new Crowd(own.stack.url, world.straight, 16);
  const ask = plainQuestions(crowd, world);
  try {
    const [first = Number.NaN] = await latenciesOf({ runs: 1 }, ask);
    const early = median(await latenciesOf({ runs: EARLY }, ask));
    await rateOf(WARM_UP, 16, ask);
    const warm = median(await latenciesOf(WARM, ask));
    return [
      ...row('the first question', first, warm, '≤ 2'),
      ...row(`the next ${EARLY}, p50`, early, warm, '≤ 2'),
      ...row('warm, p50', warm, warm),
    ];
  } finally {
    crowd.close();
    await own.close();
  }
}

function row(name: string, ms: number, warm: number, aim?: string): Figure[] {
  return [
    { part: 'first', row: name, column: 'ms', value: ms },
    { part: 'first', row: name, column: '÷ warm', value: ms / warm, ...(aim === undefined ? {} : { aim }) },
  ];
}
