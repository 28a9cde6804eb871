import type { Ambiguity, Choice, PlanResult } from '@querent/contracts';
import { plainText } from '@querent/language';
import type { Unit, UnitMeaning } from '@querent/lexicon';
import { planQuestion } from '../plan-question';
import { type Readings, wordsOf } from '@querent/reading';
import { isLiteral, isName } from './content';
import type { ReplyContext } from './reply';

/** A stretch of a text as written, with all of its possible meanings. */
interface Part {
  from: number;
  to: number;
  text: string;
  meanings: readonly UnitMeaning[];
}

/** Words that replace others, or are inserted if start and end are equal. */
interface Change {
  from: number;
  to: number;
  words: string;
}

/** A correction has at most this many parts. */
const MOST_PARTS = 3;
/** At most this many amended questions are planned, at a few milliseconds each. */
const MOST_TRIED = 12;

/**
 * The question with the parts that a reply corrects: a time replaces its time, a value replaces a value of the same
 * column, and so on for numbers and figures. A part without a counterpart is added. Null if the reply contains unknown
 * words, or if no amended question can be planned.
 */
export function amendQuestion(ambiguity: Ambiguity, reply: string, context: ReplyContext): string | null {
  const corrections = read(reply, context);
  if (corrections.parts.length === 0 || corrections.parts.length > MOST_PARTS || corrections.unknown.length > 0)
    return null;
  const { question } = context;
  const asked = read(question, context);
  const askedAbout = wordsAskedAbout(asked, ambiguity);
  const exchanged = corrections.parts.reduce<Change[][]>(
    (all, part) => all.flatMap((changes) => waysFor(part, asked, askedAbout, question).map((way) => [...changes, way])),
    [[]],
  );
  const behind = isHan(question) ? `，${reply}` : ` ${reply}`;
  const end = endOf(question);
  const replacements = askedAbout ? [askedAbout, { ...askedAbout, words: '' }] : [];
  const candidates = [
    ...exchanged.map((changes) => changed(question, changes)),
    ...replacements.map(({ from, to }, at) =>
      at === 0
        ? changed(question, [{ from, to, words: reply }])
        : changed(question, [
            { from, to, words: '' },
            { from: end, to: end, words: behind },
          ]),
    ),
    changed(question, [{ from: end, to: question.length, words: behind }]),
  ];
  const before = settled(question, ambiguity, context);
  return (
    [...new Set(candidates)]
      .slice(0, MOST_TRIED)
      .find((one) => one !== question && isAmended(one, { ambiguity, before, context })) ?? null
  );
}

interface Read {
  parts: Part[];
  unknown: Readings['unknown'];
  toOriginal: (at: number) => number;
}

/** The parts of a text that refer to the data, the longest names first. */
function read(written: string, { model, today }: ReplyContext): Read {
  const { text, toOriginal } = plainText(written);
  const { units, unknown } = wordsOf(text, { model, today });
  const content = units.filter((unit) => isName(unit) || isLiteral(unit));
  const parts = longest(content).map(({ start, end }): Part => ({
    from: toOriginal(start),
    to: toOriginal(end),
    text: written.slice(toOriginal(start), toOriginal(end)),
    meanings: content.filter((unit) => unit.start === start && unit.end === end).map(({ meaning }) => meaning),
  }));
  return { parts, unknown, toOriginal };
}

function longest(units: readonly Unit[]): Unit[] {
  const kept: Unit[] = [];
  for (const unit of [...units].sort((a, b) => b.end - b.start - (a.end - a.start) || a.cost - b.cost))
    if (!kept.some(({ start, end }) => start < unit.end && unit.start < end)) kept.push(unit);
  return kept.sort((a, b) => a.start - b.start);
}

/** The words that the clarification is about, unless it is about a figure. */
function wordsAskedAbout({ toOriginal }: Read, { span, trigger }: Ambiguity): Change | null {
  if (!span || trigger === 'ambiguous_metric') return null;
  return { from: toOriginal(span.start), to: toOriginal(span.end), words: '' };
}

/**
 * The ways to put a part of the reply into the question: in place of a similar part, in place of the words asked about,
 * or added.
 */
function waysFor(part: Part, asked: Read, askedAbout: Change | null, question: string): Change[] {
  const alike = asked.parts.filter((one) => isAlike(one, part));
  const [target, ...others] = alike;
  if (target) return others.length === 0 ? [{ from: target.from, to: target.to, words: part.text }] : [];
  const isNumber = part.meanings.every(({ type }) => type === 'number');
  const instead =
    askedAbout && part.meanings.some(({ type }) => NAMED.has(type)) ? [{ ...askedAbout, words: part.text }] : [];
  return isNumber ? instead : [...instead, ...added(part, question)];
}

function added({ text: words }: Part, question: string): Change[] {
  const end = endOf(question);
  const at = (position: number, text: string): Change => ({ from: position, to: position, words: text });
  return isHan(question)
    ? [at(0, words), at(0, `${words}的`), at(end, `，${words}`)]
    : [at(end, ` ${words}`), at(end, ` in ${words}`), at(end, ` for ${words}`)];
}

const NAMED: ReadonlySet<string> = new Set(['value', 'flag', 'term', 'thing', 'attribute', 'metric', 'measure']);

/** Whether two parts are of one kind: two times, two numbers, two figures, two values of one column, two things. */
const isAlike = (one: Part, other: Part): boolean => {
  const kinds = new Set(one.meanings.map(kindOf));
  return other.meanings.some((meaning) => kinds.has(kindOf(meaning)));
};

function kindOf(meaning: UnitMeaning): string {
  if (meaning.type === 'value' || meaning.type === 'flag') return `${meaning.column.table}.${meaning.column.column}`;
  return meaning.type === 'measure' ? 'metric' : meaning.type;
}

function changed(question: string, changes: readonly Change[]): string {
  return [...changes]
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, words }) => text.slice(0, from) + words + text.slice(to), question)
    .replace(/\s+/gu, ' ')
    .trim();
}

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** The end of a question without its closing marks. */
const endOf = (question: string): number => question.replace(/[\s?？!！.。]+$/u, '').length;

interface Amending {
  ambiguity: Ambiguity;
  before: string | null;
  context: ReplyContext;
}

/** Whether an amended question has another meaning, and is answered or asked about for another reason. */
function isAmended(question: string, { ambiguity, before, context }: Amending): boolean {
  const plan = planned(question, context, [], ambiguity.trigger === 'unknown_term');
  if (plan.kind === 'planned') return true;
  if (plan.kind !== 'ambiguous') return false;
  if (plan.ambiguity.key !== ambiguity.key) return plan.ambiguity.trigger !== 'unknown_term';
  const after = settled(question, plan.ambiguity, context);
  return after !== null && after !== before;
}

/** The query after the first option of the open question is chosen; null if that does not lead to a query. */
function settled(question: string, { key, options }: Ambiguity, context: ReplyContext): string | null {
  const plan = planned(
    question,
    context,
    options.slice(0, 1).map(({ value }) => ({ key, value })),
  );
  if (plan.kind === 'unsupported' || plan.kind === 'chitchat') return null;
  return JSON.stringify(plan.kind === 'planned' ? plan.query : plan.ambiguity, (name, value: unknown) =>
    name === 'span' ? undefined : value,
  );
}

function planned(
  question: string,
  { locale, model, today }: ReplyContext,
  choices: Choice[] = [],
  explains = true,
): PlanResult {
  return planQuestion({ question, locale, model, today, timezone: model.timezone, choices }, explains);
}
