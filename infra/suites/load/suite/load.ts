import { suiteProgram } from '../../suite-program';
import { flagsFrom, help, type Flags, type Scenario } from './flags';
import { cost, fairness, throughput } from './scenarios';

const scenarios: Record<Scenario, (flags: Flags) => Promise<void>> = { throughput, cost, fairness };

/** It measures and judges nothing: all is well when it is through. */
export const main = suiteProgram<Flags>({
  help,
  flagsFrom,
  play: async (flags) => {
    for (const name of flags.scenarios) await scenarios[name](flags);
    return true;
  },
});
