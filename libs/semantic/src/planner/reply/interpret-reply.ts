import { normalizeText, normalizeWithMap } from '@querent/language';
import type { Ambiguity, Choice } from '@querent/contracts';
import { lexiconOf } from '../lexicon/lexicon';
import { unitsOf } from '../lexicon/units';
import { isContent } from '../reading/mention';
import { readMentions } from '../reading/read-mentions';
import { amendQuestion } from './amend-question';
import { pickOptions } from './pick-options';
import type { ReplyContext } from './reply-context';
import { CORRECTION, INSTEAD, NONE, RESTART, YES } from './reply-words';
import { pickUnoffered } from './unoffered-values';

export type Reply = { optionId: string } | { text: string };

export type Interpretation =
  | { kind: 'choice'; choice: Choice }
  /** The asked question with what the reply corrects exchanged; to be planned anew with the choices so far. */
  | { kind: 'amended'; question: string }
  /** A question of its own; the paused one is given up. */
  | { kind: 'new_question'; text: string }
  | { kind: 'unclear' };

/**
 * What a reply to a clarifying question does: it picks options (by id, label, alias, number, position, several of them,
 * all but one), corrects a part of the asked question, asks another question, or is unclear.
 */
export function interpretReply(ambiguity: Ambiguity, reply: Reply, context: ReplyContext): Interpretation {
  if ('optionId' in reply) {
    const at = ambiguity.options.findIndex(({ id }) => id === reply.optionId);
    return at < 0 ? UNCLEAR : chosen(ambiguity, [at]);
  }
  const text = trimmed(normalizeText(reply.text));
  const saysMore = (words: string) => hasContent(words, context);
  if (text === '' || NONE.test(text)) return UNCLEAR;
  if (RESTART.test(text)) return restarted(ambiguity, reply.text, context);
  const picked = pickOptions(ambiguity, text, saysMore);
  if (picked !== null) return chosen(ambiguity, picked);
  const unoffered = pickUnoffered(ambiguity, text, context.model);
  if (unoffered !== null) return unoffered === 'offered' ? chosen(ambiguity, 'all') : { kind: 'choice', choice: unoffered };
  if (YES.test(text) && isOnlyOne(ambiguity)) return chosen(ambiguity, [0]);
  return corrected(ambiguity, text, reply.text, context) ?? UNCLEAR;
}

const UNCLEAR: Interpretation = { kind: 'unclear' };

function trimmed(text: string): string {
  return text.replace(/^[\s,，.。;；:：!！]+|[\s?!.。,，;；~…！？]+$/gu, '');
}

/** "Forget it, how many products do we have": the rest, when it asks something, in the asker's own letters. */
function restarted(ambiguity: Ambiguity, written: string, context: ReplyContext): Interpretation {
  const rest = originalAfter(written, RESTART);
  if (trimmed(rest) === '') return UNCLEAR;
  if (asks(normalizeText(rest))) return { kind: 'new_question', text: rest };
  return interpretReply(ambiguity, { text: rest }, context);
}

function corrected(ambiguity: Ambiguity, text: string, written: string, context: ReplyContext): Interpretation | null {
  const correcting = CORRECTION.test(text) || INSTEAD.test(text);
  const rest = trimmed(originalAfter(written, CORRECTION).replace(INSTEAD, ''));
  const normal = trimmed(normalizeText(rest));
  if (correcting && normal !== '' && normal !== text) {
    if (wholeQuestion(normal)) return { kind: 'new_question', text: rest };
    const again = pickOptions(ambiguity, normal, (words) => hasContent(words, context));
    if (again !== null) return chosen(ambiguity, again);
    if (CORRECTION.test(normal)) return corrected(ambiguity, normal, rest, context);
  }
  if (wholeQuestion(text)) return { kind: 'new_question', text: written.trim() };
  const question = amendQuestion(ambiguity, rest, context);
  if (question !== null) return { kind: 'amended', question };
  return asks(text) ? { kind: 'new_question', text: written.trim() } : null;
}

/** What is left of the reply, as written, behind the words at its start that `opening` matches in its normal form. */
function originalAfter(written: string, opening: RegExp): string {
  const { text, toOriginal } = normalizeWithMap(written);
  const lead = /^[\s,，.。;；:：!！]*/.exec(text)?.[0].length ?? 0;
  const found = opening.exec(text.slice(lead));
  return found ? written.slice(toOriginal(lead + found[0].length)).trim() : written.trim();
}

/** Several options are one choice only where the question lets them be taken together, or one option stands for all. */
function chosen({ key, options, combinable }: Ambiguity, picked: number[] | 'all'): Interpretation {
  const taken = picked === 'all' ? options.flatMap(({ value }, at) => (value === 'ignore' ? [] : [at])) : picked;
  const values = taken.flatMap((at) => options[at]?.value ?? []);
  const [value, ...also] = withoutParts(values);
  if (value === undefined) return UNCLEAR;
  if (also.length === 0) return { kind: 'choice', choice: { key, value } };
  if (combinable === true && !values.includes('ignore')) return { kind: 'choice', choice: { key, value, also } };
  const forAll = options.find((option) => option.value === 'children');
  return picked === 'all' && forAll ? { kind: 'choice', choice: { key, value: forAll.value } } : UNCLEAR;
}

/** The children side by side hold each of them already. */
function withoutParts(values: string[]): string[] {
  return values.includes('children') ? values.filter((value) => value === 'composite' || value === 'children') : values;
}

/** One reading is offered, and to leave the word out. */
function isOnlyOne({ options }: Ambiguity): boolean {
  return options.length === 1 || (options.length === 2 && options[1]?.value === 'ignore');
}

/** Words that are about the data, or a time or a number: more than courtesy. */
function hasContent(words: string, { model, today }: ReplyContext): boolean {
  return readMentions(normalizeText(words), lexiconOf(model), today).some((mention) => isContent(mention) || (mention.literal !== null && mention.literal.kind !== 'unknown'));
}

/** Asking something, whatever its length. */
function asks(text: string): boolean {
  return /多少|几[个家名位条笔所种]|哪|什么|统计|查询|列出|趋势|排名|平均|总数|数量|每个|各|对比|最|\b(?:how|what|which|who|when|where|list|show|count|average|total|top|number of|compare|trend)\b/.test(text);
}

/** Long enough to stand alone and asking for something. */
function wholeQuestion(text: string): boolean {
  const opening = /^(?:how (?:many|much)|what (?:is|are|was|were)|which|who|list|show me|有多少|统计|查询|列出)/.test(text);
  const length = unitsOf(text).filter(({ kind }) => kind !== 'punct').length;
  return asks(text) && (opening ? length >= 4 : length >= 5) && !/^(?:那|the |第|最后|我?选)/.test(text);
}
