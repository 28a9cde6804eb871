import type { Outcome } from '@querent/contracts';
import type { GeneratorDeps } from '../generator-deps';
import type { Conclusion, GeneratorState, Next } from '../generator-state';
import { broken } from './broken';
import { clarify } from './clarify';
import { compiled } from './compiled';
import { explore } from './explore';
import { fallBack } from './fall-back';
import { askHowToGoOn, giveUp } from './give-up';
import { written } from './written';

const CONCLUSIONS: Readonly<
  Record<Conclusion, (state: GeneratorState, deps: GeneratorDeps) => Outcome<'sql-generator'>>
> = { compiled, written, explore, clarify, broken, fallBack, ask: askHowToGoOn, giveUp };

export const isConclusion = (next: Next): next is Conclusion => Object.hasOwn(CONCLUSIONS, next);

/**
 * The outcome of a job.
 * @throws if its state names no conclusion, which would be a bug of the graph
 */
export function conclude(state: GeneratorState, deps: GeneratorDeps): Outcome<'sql-generator'> {
  if (!isConclusion(state.next)) throw new Error(`The generator ended before ${state.next}`);
  return CONCLUSIONS[state.next](state, deps);
}
