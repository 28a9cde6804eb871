import type { Unit } from '@querent/lexicon';

/** What it costs that a verb before 的 does something with what comes behind. */
const AS_VERB = 0.5;
/** What it costs that such a verb adds nothing: 律师登记的工时 are the lawyers' hours. */
const AS_MARK = 0.05;
/** What it costs that a verb between two names adds nothing: "customers placed orders" are no customers' orders. */
const BETWEEN_NAMES = 0.4;

/**
 * Verbs of the closed classes at what they cost where they stand between names, by which of them did something to the
 * other.
 */
export function withVerbsBetween(closed: readonly Unit[], named: readonly Unit[]): readonly Unit[] {
  return withActiveVerbs(withRelativeVerbs(closed, named), named);
}

/**
 * 律师登记的工时: a light verb between who did something and 的 says of what comes behind that they did it. It does nothing
 * with it, as in 登记了工时的律师.
 */
function withRelativeVerbs(closed: readonly Unit[], named: readonly Unit[]): readonly Unit[] {
  const marks = new Set(closed.flatMap(({ text, start }) => (text === '的' ? [start] : [])));
  const verbs = new Set(closed.filter((unit) => marks.has(unit.end) && isVerb(unit, ['do', 'trade'])));
  if (verbs.size === 0) return closed;
  const doers = new Set(named.flatMap(({ meaning, end }) => (NAMES.has(meaning.type) ? [end] : [])));
  // 律师去年登记的工时: when they did it stands between.
  for (const { meaning, start, end } of closed) if (meaning.type === 'period' && doers.has(start)) doers.add(end);
  return closed.flatMap((unit): Unit[] =>
    verbs.has(unit) && doers.has(unit.start)
      ? [
          { ...unit, cost: unit.cost + AS_VERB },
          { ...unit, meaning: { type: 'filler' }, cost: unit.cost + AS_MARK },
        ]
      : [unit],
  );
}

/** "Surveyors recorded long visits": right between a thing and another name, a verb is no filler. */
function withActiveVerbs(closed: readonly Unit[], named: readonly Unit[]): readonly Unit[] {
  const verbs = new Set(closed.flatMap((unit) => (isVerb(unit, ['do', 'trade', 'recorded']) ? [unit.start] : [])));
  if (verbs.size === 0) return closed;
  const things = new Set(named.flatMap(({ meaning, end }) => (meaning.type === 'thing' ? [end + 1] : [])));
  const names = new Set(named.flatMap(({ meaning, start }) => (NAMES.has(meaning.type) ? [start - 1] : [])));
  return closed.map((unit) =>
    unit.meaning.type === 'filler' && verbs.has(unit.start) && things.has(unit.start) && names.has(unit.end)
      ? { ...unit, cost: unit.cost + BETWEEN_NAMES }
      : unit,
  );
}

const NAMES: ReadonlySet<Unit['meaning']['type']> = new Set(['thing', 'value', 'flag', 'term']);

const isVerb = ({ meaning }: Unit, words: readonly string[]): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && words.includes(meaning.operator.word);
