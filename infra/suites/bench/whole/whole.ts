import { machine } from '../../load/suite/loaded-stack';
import { suiteProgram } from '../../suite-program';
import { mediansOf, sorted, type Figure, type Part } from './figures';
import { writeFigures } from './figures-file';
import { coldQuestions } from './cold-part';
import { firstQuestions } from './first-part';
import { flagsFrom, help, type Flags } from './flags';
import { openHitsPart } from './hits-part';
import { idleServices } from './memory-part';
import { columns, rows } from './meter';
import { openModelPart } from './model-part';
import { IN_FLIGHT, openPlannedPart } from './planned-part';

import { sizesFrom } from './sizes';
import { tableOf } from './table';
import { openWarmProduct } from './warm-product';

/** Parts that the planned questions measure; the services' memory after use needs the use. */
const planned: Part[] = ['chain', 'steady', 'cpu', 'redis', 'sizes', 'memory'];
const STARTS = 3;
/** Rows below this value, such as rare commands of a timer, are left out. */
const LEAST = 0.005;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** What a question costs. Measures without a verdict: it passes when it completes. */
export const main = suiteProgram<Flags>({
  help,
  flagsFrom,
  async play(flags) {
    const began = performance.now();
    print(`What a question costs; ${machine()}; Node ${process.version}`);
    const rounds = [...(await starts(flags)), ...(await warmRounds(flags))];
    const medians = mediansOf(rounds);
    const all = [...medians, ...sizesFrom(medians, `${columns.cpu} (${IN_FLIGHT})`, rows.kept)];
    const figures = sorted(all, ['sum', ...Object.values(rows)]).filter(
      ({ value, part }) => flags.only.has(part) && (part !== 'redis' || value >= LEAST),
    );
    print(`\n${tableOf(figures, flags.earlier)}`);
    print(`\nMedians of ${flags.rounds} rounds, ${((performance.now() - began) / 1_000).toFixed(0)} s; ${machine()}`);
    if (flags.json !== null) writeFigures(flags.json, figures);
    return true;
  },
});

async function starts({ world, only, rounds, env }: Flags): Promise<Figure[][]> {
  const figures: Figure[][] = [];
  if (only.has('first'))
    for (let n = 0; n < Math.min(rounds, STARTS); n++) figures.push(await firstQuestions(world, env));
  if (only.has('cold')) figures.push(await coldQuestions(world, env));
  return figures;
}

interface OpenPart {
  round(): Promise<Figure[]>;
  close(): Promise<void>;
}

async function warmRounds(flags: Flags): Promise<Figure[][]> {
  const isAsked = (...parts: Part[]): boolean => parts.some((part) => flags.only.has(part));
  if (!isAsked(...planned, 'hits', 'model')) return [];
  const product = await openWarmProduct(flags.world, flags.env);
  const open: OpenPart[] = [];
  try {
    if (isAsked(...planned)) open.push(await openPlannedPart(product));
    if (isAsked('hits')) open.push(await openHitsPart(product, flags.world));
    if (isAsked('model')) open.push(await openModelPart(product, flags.world));
    const rounds = await roundsOf(open, flags.rounds);
    return isAsked('memory') ? [...rounds, await idleServices(product)] : rounds;
  } finally {
    for (const part of open) await part.close();
    await product.close();
  }
}

async function roundsOf(open: readonly OpenPart[], count: number): Promise<Figure[][]> {
  const rounds: Figure[][] = [];
  for (let n = 1; n <= count; n++) {
    const figures: Figure[] = [];
    for (const part of open) figures.push(...(await part.round()));
    rounds.push(figures);
    print(`round ${n} of ${count}; ${machine()}`);
  }
  return rounds;
}
