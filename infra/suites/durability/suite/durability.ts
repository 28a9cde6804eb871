import { suiteProgram } from '../../suite-program';
import { flagsFrom, help, type Flags } from './flags';
import { playCuts, type Losses } from './play-cuts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** Cuts between two lines of progress. */
const PROGRESS = 50;

export const main = suiteProgram<Flags>({
  help,
  flagsFrom,
  async play(flags) {
    const losses = await playCuts({
      ...flags,
      onCut: (soFar) => soFar.cuts % PROGRESS === 0 && print(lineOf(soFar)),
    });
    print(`${lineOf(losses)} (${flags.program}, appendfsync ${flags.appendfsync})`);
    for (const { what, id } of [...losses.lost, ...losses.lostLater].slice(0, 10)) print(`lost: ${what} ${id}`);
    return losses.lost.length + losses.lostLater.length === 0;
  },
});

const lineOf = ({ cuts, lost, lostLater, bytes }: Losses): string =>
  `${cuts} power cuts: ${lost.length} accepted requests lost, ${lostLater.length} lost by a later cut; ` +
  `${bytes} bytes were not fsynced`;
