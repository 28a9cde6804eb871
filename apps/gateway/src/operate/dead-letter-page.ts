import { deadLetterSchema, type DeadLetter } from '@querent/saga';
import { z } from 'zod';
import { cursorOf, positionOf } from '../admin/list-cursor';
import { WITHHELD } from '../admin/withheld-texts';
import { listQuerySchema, nextCursorSchema } from '../runs/query-schemas';

const { limit, cursor } = listQuerySchema.shape;
export const deadLetterQuery = z.strictObject({ limit, cursor });
export const deadLetterPageSchema = z.object({
  deadLetters: z.array(deadLetterSchema).describe('newest first'),
  nextCursor: nextCursorSchema,
});

type SortKey = Pick<DeadLetter, 'at' | 'id'>;
const positionSchema = z.tuple([z.string(), z.string()]);
const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const newestFirst = (one: SortKey, other: SortKey): number => compared(other.at, one.at) || compared(other.id, one.id);

/**
 * A page of dead letters, newest first, reduced to what the caller may see. Throws `bad_request` for a cursor of
 * another list.
 */
export function deadLetterPage(
  letters: readonly DeadLetter[],
  query: z.infer<typeof deadLetterQuery>,
  seesSql: boolean,
): z.infer<typeof deadLetterPageSchema> {
  const sorted = [...letters].sort(newestFirst);
  const wanted = query.cursor === undefined ? sorted : behind(sorted, positionOf(positionSchema, query.cursor));
  const page = wanted.slice(0, query.limit);
  const last = page.at(-1);
  return {
    deadLetters: deadLettersFor(page, seesSql),
    nextCursor: last === undefined || wanted.length === page.length ? null : cursorOf([last.at, last.id]),
  };
}

/** Letters for a caller. */
export const deadLettersFor = (letters: readonly DeadLetter[], seesSql: boolean): DeadLetter[] =>
  seesSql ? [...letters] : letters.map(withoutTechnicalReason);

const behind = (letters: readonly DeadLetter[], [at, id]: z.infer<typeof positionSchema>): DeadLetter[] =>
  letters.filter((letter) => newestFirst(letter, { at, id }) > 0);

/**
 * The reason of a failed stage is the message of a driver or library, with statements, names and values; that of a
 * webhook describes only its receiver's response.
 */
const withoutTechnicalReason = (letter: DeadLetter): DeadLetter =>
  letter.job === 'callback' ? letter : { ...letter, reason: WITHHELD };
