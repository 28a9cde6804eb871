import { type Mention, sensesOf } from '../reading/mention';
import { original, type Reading } from '../reading/reading';
import { refuse } from './refuse';
import type { Stop } from './step';

/**
 * Refuses a question that uses the name of something that is not set up correctly. A column's bare name may also be another
 * table's: then the question is about that one, unless it speaks of the table whose column is out.
 */
export function checkReserved(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    const reserved = sensesOf(mention, 'reserved');
    if (reserved.length === 0) continue;
    const others = mention.senses.filter(({ kind }) => kind !== 'reserved');
    const isSound = others.some(({ kind }) => kind !== 'cue');
    const isMeant = reserved.some(({ table }) => table === null || reading.mentions.some((other) => speaksOf(reading, other, table)));
    if (!isSound || isMeant) return refuse(reading, 'misconfigured', original(reading, mention));
    mention.senses = others;
  }
  return null;
}

function speaksOf({ lexicon }: Reading, mention: Mention, table: string): boolean {
  return sensesOf(mention, 'thing').some(({ thing }) => lexicon.things.get(thing)?.tables.includes(table) === true);
}
