import { deadLetterSchema, type DeadLetter } from '@querent/saga';
import { z } from 'zod';
import { cursorOf, placeOf } from '../admin/place-cursor';
import { WITHHELD } from '../admin/without-names';
import { listQuerySchema } from '../runs/query-schemas';

const { limit, cursor } = listQuerySchema.shape;
export const deadLetterQuery = z.strictObject({ limit, cursor });
export const deadLetterPageSchema = z.object({
  deadLetters: z.array(deadLetterSchema),
  nextCursor: z.string().nullable(),
});

type Place = Pick<DeadLetter, 'at' | 'id'>;
const placeSchema = z.tuple([z.string(), z.string()]);
const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const newestFirst = (one: Place, other: Place): number => compared(other.at, one.at) || compared(other.id, one.id);

/** A page of letters, newest first, as a caller may see them. Throws `bad_request` for a cursor of no such list. */
export function deadLetterPage(
  letters: readonly DeadLetter[],
  query: z.infer<typeof deadLetterQuery>,
  seesSql: boolean,
): z.infer<typeof deadLetterPageSchema> {
  const sorted = [...letters].sort(newestFirst);
  const wanted = query.cursor === undefined ? sorted : behind(sorted, placeOf(placeSchema, query.cursor));
  const page = wanted.slice(0, query.limit);
  const last = page.at(-1);
  return {
    deadLetters: seesSql ? page : page.map(withoutTechnicalReason),
    nextCursor: last === undefined || wanted.length === page.length ? null : cursorOf([last.at, last.id]),
  };
}

const behind = (letters: readonly DeadLetter[], [at, id]: z.infer<typeof placeSchema>): DeadLetter[] =>
  letters.filter((letter) => newestFirst(letter, { at, id }) > 0);

/**
 * A stage fails by what a driver or a library says, with statements, names and values; a webhook by what its receiver
 * does.
 */
const withoutTechnicalReason = (letter: DeadLetter): DeadLetter =>
  letter.job === 'callback' ? letter : { ...letter, reason: WITHHELD };
