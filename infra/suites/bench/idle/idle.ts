import { parsedOptions, suiteProgram, UsageError } from '../../suite-program';
import type { SuiteWorld } from '../../worlds/suite-world';
import { worldFrom, worldNames, worldOption } from '../../worlds/world-option';
import { openAskedStack } from './asked-stack';
import { printIdleCost } from './idle-cost';

const ASKED = 200;

interface Flags {
  world: SuiteWorld;
  seconds: number;
}

const help = `Usage: npm run bench -- idle [--world ${worldNames.join('|')}] [--seconds N]   (default: demo, 60)`;

/** Measures the product's idle cost after 200 questions to a world. */
export const main = suiteProgram<Flags>({
  help,
  flagsFrom(args) {
    const values = parsedOptions(args, { ...worldOption, seconds: { type: 'string', default: '60' } });
    const seconds = Number(values.seconds);
    if (!(seconds > 0)) throw new UsageError(`--seconds ${values.seconds}: a number above 0`);
    return { world: worldFrom(values), seconds };
  },
  async play({ world, seconds }) {
    const { stack, ends, close } = await openAskedStack(world, ASKED);
    try {
      console.log(`\n${ASKED} questions: ${[...ends].map(([status, count]) => `${count} ${status}`).join(', ')}`);
      await printIdleCost(stack, seconds);
    } finally {
      await close();
    }
    return true;
  },
});
