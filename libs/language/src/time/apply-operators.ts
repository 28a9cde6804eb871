import type { TimeAtom } from './time-atom';
import { OPERATOR_WORDS } from './time-operators';
import type { TimeOperator } from './time-operators';
import type { Bilingual, DateRange } from './time-match';

/** Widens each time by the operator words around it: "since March" is [March 1, ∞). Recurring times take none. */
export function applyOperators(text: string, atoms: readonly TimeAtom[]): TimeAtom[] {
  let covered = 0;
  return atoms.map((atom, i) => {
    const nextStart = atoms[i + 1]?.start ?? text.length;
    const widened = atom.kind === 'recurring' ? atom : applyOperator(text, atom, covered, nextStart);
    covered = widened.end;
    return widened;
  });
}

const COMPILED = OPERATOR_WORDS.map(({ operator, before, after }) => ({
  operator,
  needsBefore: before !== undefined && !new RegExp(`^${before}$`).test(''),
  needsAfter: after !== undefined,
  before: new RegExp(`(?<![a-z0-9])${before ?? ''}$`, 'iu'),
  after: new RegExp(`^${after ?? ''}(?![a-z0-9])`, 'iu'),
}));

function applyOperator(text: string, atom: TimeAtom, leftLimit: number, rightLimit: number): TimeAtom {
  const left = text.slice(leftLimit, atom.start);
  // Look-aheads may match into the next time expression; the words themselves end before it.
  const right = text.slice(atom.end);
  for (const { operator, before, after, needsBefore, needsAfter } of COMPILED) {
    const wordsBefore = before.exec(left)?.[0] ?? '';
    const wordsAfter = needsAfter ? (after.exec(right)?.[0] ?? '') : '';
    if ((needsBefore && wordsBefore === '') || (needsAfter && wordsAfter === '')) continue;
    if (atom.end + wordsAfter.length > rightLimit) continue;
    const range = rangeOf(operator, atom.range);
    if (!range) continue;
    const { grain: _grain, fields: _fields, ...rest } = atom;
    return {
      ...rest,
      start: atom.start - wordsBefore.length,
      end: atom.end + wordsAfter.length,
      range,
      key: `${operator}:${atom.key}`,
      name: nameOf(operator, atom.name),
    };
  }
  return atom;
}

function rangeOf(operator: TimeOperator, { from, to }: DateRange): DateRange | undefined {
  const ranges: Readonly<Record<TimeOperator, DateRange>> = {
    since: { from, to: null },
    after: { from: to, to: null },
    before: { from: null, to: from },
    until: { from: null, to },
  };
  const range = ranges[operator];
  return range.from === null && range.to === null ? undefined : range;
}

function nameOf(operator: TimeOperator, { zh, en }: Bilingual): Bilingual {
  const names: Readonly<Record<TimeOperator, Bilingual>> = {
    since: { zh: `${zh}以来`, en: `since ${en}` },
    after: { zh: `${zh}之后`, en: `after ${en}` },
    before: { zh: `${zh}之前`, en: `before ${en}` },
    until: { zh: `截至${zh}`, en: `until ${en}` },
  };
  return names[operator];
}
