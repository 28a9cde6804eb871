import { plainText } from '@querent/language';
import type { Ambiguity, Choice, PlanResult } from '@querent/contracts';
import { isHan } from './is-han';
import { lexiconOf } from '../lexicon/lexicon';
import { planOnce } from '../plan-once';
import { type Mention, cueOf, isContent, sensesOf } from '../reading/mention';
import { readMentions } from '../reading/read-mentions';
import { isTooLong } from '../reading/too-long';
import type { ReplyContext } from './reply-context';

/** A text with its mentions, and where they stand as written. */
interface Read {
  written: string;
  mentions: Mention[];
  /** Start and end of a mention in the written text. */
  place(mention: Mention): [number, number];
}

/** A correction says a thing or two. */
const MOST_PARTS = 5;
/** Mentions of all questions that are tried: each part has up to three places, and each place of one goes with each of the next. */
const READ_AT_MOST = 300;

/**
 * The asked question with the part that a reply corrects exchanged for the reply's: a time for its time, a value for the
 * value of the same column, a number, a metric; added where the question has none. Null when the reply holds words of
 * another kind, or when nothing that can be planned comes of it.
 */
export function amendQuestion(ambiguity: Ambiguity, reply: string, context: ReplyContext): string | null {
  const asked = read(context.question, context);
  const said = read(reply, context);
  const parts = said.mentions.filter((mention) => isContent(mention) || mention.literal !== null);
  if (isTooLong([...asked.mentions, ...said.mentions]) || parts.length > MOST_PARTS) return null;
  if (parts.length === 0 || parts.some(({ literal }) => literal?.kind === 'unknown' || literal?.kind === 'cue')) return null;
  const most = Math.ceil(READ_AT_MOST / asked.mentions.length);
  const [first, ...others] = parts.reduce<string[]>(
    (questions, part) => questions.flatMap((question) => withPart(ambiguity, read(question, context), said, part)).slice(0, most), [asked.written],
  );
  const bounded = said.mentions.some((mention) => cueOf(mention, 'compare') || cueOf(mention, 'between'));
  if (parts.every(({ literal }) => literal?.kind === 'number') && !bounded && first === undefined) return null;
  const before = settled(asked.written, ambiguity, context);
  const candidates = [...(first === undefined ? [] : [first, ...others]), ...inPlaceOf(asked, ambiguity, reply), joined(asked.written, reply)];
  // What a word that nothing explains stands for takes its place, where that alone makes all clear.
  const explained = ambiguity.trigger === 'unknown_term' && parts.some(isContent) ? inPlaceOf(asked, ambiguity, reply).find((question) => planned(question, context).kind === 'planned') : undefined;
  if (explained !== undefined) return explained;
  return candidates.find((question) => question !== asked.written && isAmended(question, ambiguity, before, context)) ?? null;
}

function read(written: string, { model, today }: ReplyContext): Read {
  const { text, toOriginal } = plainText(written);
  return { written, mentions: readMentions(text, lexiconOf(model), today), place: ({ span }) => [toOriginal(span.start), toOriginal(span.end)] };
}

/** The question with one part of the reply in the place of its like, or added; several when a place has to be tried. */
function withPart(ambiguity: Ambiguity, asked: Read, said: Read, part: Mention): string[] {
  const words = said.written.slice(...said.place(part)).trim();
  const doubted = asked.mentions.find(({ span }) => span.text === ambiguity.span?.text);
  const alike = asked.mentions.filter((mention) => isAlike(mention, part));
  const target = alike.length === 1 ? alike[0] : doubted && isContent(part) && alike.length === 0 && ambiguity.trigger !== 'ambiguous_metric' ? doubted : undefined;
  if (target) {
    const [from, to] = asked.place(target);
    return [asked.written.slice(0, from) + words + asked.written.slice(to)];
  }
  // A number says nothing without what it is of.
  return alike.length > 1 || part.literal?.kind === 'number' ? [] : added(asked.written, words, part);
}

/** Of one kind: two times, two numbers, two metrics, two values of one column, two things. */
function isAlike(mention: Mention, part: Mention): boolean {
  if (part.literal) return mention.literal?.kind === part.literal.kind;
  const columns = sensesOf(part, 'value').map(({ attribute }) => attribute);
  if (columns.length > 0) return sensesOf(mention, 'value').some(({ attribute }) => columns.includes(attribute));
  return (['metric', 'thing', 'term', 'attribute'] as const).some((kind) => sensesOf(part, kind).length > 0 && sensesOf(mention, kind).length > 0);
}

function added(question: string, words: string, part: Mention): string[] {
  const open = question.replace(/[\s?？!！.。]+$/u, '');
  if (isHan(question)) return part.literal?.kind === 'time' ? [`${words}${open}`, `${open}，${words}`] : [`${words}的${open}`, `${words}${open}`, `${open}，${words}`];
  return [`${open} ${words}`, `${open} in ${words}`, `${open} for ${words}`];
}

/** 便宜的产品, answered by 500元以下: the condition stands where the word stood, or behind the question. */
function inPlaceOf(asked: Read, ambiguity: Ambiguity, reply: string): string[] {
  const doubted = asked.mentions.find(({ span }) => span.text === ambiguity.span?.text);
  if (!doubted || ambiguity.trigger === 'ambiguous_metric') return [];
  const [from, to] = asked.place(doubted);
  const [before, after] = [asked.written.slice(0, from), asked.written.slice(to)];
  const linked = isHan(reply) && !/^的/.test(after) && !/的$/.test(reply) ? `${reply}的` : reply;
  return [before + linked + after, before + reply + after, `${before}${after.trimStart()}`.trim() + (isHan(asked.written) ? '，' : ' ') + reply];
}

function joined(question: string, reply: string): string {
  return `${question.replace(/[\s?？!！.。]+$/u, '')}${isHan(question) ? '，' : ' '}${reply.trim()}`;
}

/** Whether the question can be answered, or asked about for something else than before; and says something else than before. */
function isAmended(question: string, ambiguity: Ambiguity, before: string | null, context: ReplyContext): boolean {
  const plan = planned(question, context);
  if (plan.kind === 'planned') return true;
  if (plan.kind !== 'ambiguous') return false;
  if (plan.ambiguity.key !== ambiguity.key) return plan.ambiguity.trigger !== 'unknown_term';
  const after = settled(question, plan.ambiguity, context);
  return after !== null && after !== before;
}

/** The query once the open question is answered by its first option; null where even that leads nowhere. */
function settled(question: string, { key, options }: Ambiguity, context: ReplyContext): string | null {
  const plan = planned(question, context, options.slice(0, 1).map(({ value }) => ({ key, value })));
  if (plan.kind === 'unsupported' || plan.kind === 'chitchat') return null;
  return JSON.stringify(plan.kind === 'planned' ? plan.query : plan.ambiguity, (name, value: unknown) => (name === 'span' ? undefined : value));
}

function planned(question: string, { locale, model, today }: ReplyContext, choices: Choice[] = []): PlanResult {
  return planOnce({ question, locale, model, today, timezone: model.timezone, choices });
}
