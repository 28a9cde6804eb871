import { suiteProgram } from '../../suite-program';
import { flagsFrom, help, type Flags, type Scenario } from './flags';
import { cells } from './cells/cells-scenario';
import { cluster } from './cluster-scenario';
import { history } from './history-scenario';
import { cost, fairness, throughput } from './scenarios';

const scenarios: Record<Scenario, (flags: Flags) => Promise<void>> = {
  throughput,
  cost,
  fairness,
  history,
  cluster,
  cells,
};

/** Measures without a verdict: the suite passes when it completes. */
export const main = suiteProgram<Flags>({
  help,
  flagsFrom,
  play: async (flags) => {
    for (const name of flags.scenarios) await scenarios[name](flags);
    return true;
  },
});
