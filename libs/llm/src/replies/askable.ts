import type { Locale } from '@querent/contracts';
import { labelOf, type SemanticModel } from '@querent/model';
import { echoesPrompt } from '../prompts/echoes-prompt';
import type { ModelReply } from './model-reply';
import { modelGate } from './model-gate';
import { plainSentence } from './plain-sentence';
import { SECRETS } from './reply-words';

export interface AskableContext {
  model: SemanticModel;
  /** Language of the labels that stand in for names of the database. */
  locale: Locale;
  /** Texts that the asker typed: what they said themselves may be said back. */
  known: readonly string[];
}

const LONGEST_QUESTION = 300;
const LONGEST_OPTION = 80;
const MOST_OPTIONS = 4;

/**
 * What of a model's clarification may be shown: one plain question of at most 300 characters and no options or two to
 * four, each of at most 80, names of the database replaced by their labels. Null where the question holds SQL, a name
 * without a label, an address, markup, our prompts, or asks for a secret. An option that does is left out; one alone is
 * no choice.
 */
export function askable(reply: ModelReply, context: AskableContext): { question: string; options: string[] } | null {
  if (reply.kind !== 'clarification') return null;
  const question = showable(fitted(plainSentence(withoutControls(reply.question))), context);
  if (question === null || question.length > LONGEST_QUESTION) return null;
  // Each option alone may be too short to tell.
  if (echoesPrompt([question, ...reply.options.map(plainSentence)].join(' '))) return null;
  const shown = reply.options.flatMap((option) => {
    const text = showable(plainSentence(withoutControls(option)), context);
    return text === null || text.length > LONGEST_OPTION ? [] : [text];
  });
  const options = shown
    .filter((option, at) => shown.findIndex((other) => other.toLowerCase() === option.toLowerCase()) === at)
    .slice(0, MOST_OPTIONS);
  return { question, options: options.length < 2 ? [] : options };
}

/** The text with labels for names; null where it must not be shown. */
function showable(text: string, { model, locale, known }: AskableContext): string | null {
  if (
    !/[\p{L}\p{N}]/u.test(text) ||
    MARKUP.test(text) ||
    ADDRESS.test(text) ||
    SECRETS.test(text) ||
    echoesPrompt(text)
  )
    return null;
  // A text of this kind goes out empty where its names have no labels or a driver or SQL speaks.
  const gated = modelGate(model).text(withLabels(text, model, locale), 'suggestion', { locale, known: () => known });
  if (gated === '') return null;
  const said = known.join('\n').toLowerCase();
  // The model of a connection does not know what it hides, so whatever is spelt like a name of a database stays inside.
  const strange = (gated.match(IDENTIFIER) ?? []).some((piece) => !said.includes(piece.toLowerCase()));
  return strange ? null : gated;
}

/**
 * The gate passes words that the business uses itself; with the table before it, a column is spelt as the database does
 * all the same.
 */
function withLabels(text: string, model: SemanticModel, locale: Locale): string {
  return text.replace(QUALIFIED, (piece, table: string, column: string) => {
    const known = model.tables[table.toLowerCase()]?.columns[column.toLowerCase()];
    return known === undefined ? piece : labelOf(known, locale, piece);
  });
}

const QUALIFIED = /\b([A-Za-z]\w{0,62})\.([A-Za-z]\w{0,62})\b/gu;

/** A question that is too long is cut to its sentences that ask. */
function fitted(question: string): string {
  if (question.length <= LONGEST_QUESTION) return question;
  const asking = question.split(/(?<=[。！？?!])/u).filter((sentence) => /[?？]\s*$/u.test(sentence));
  return asking.map((sentence) => sentence.trim()).join(' ');
}

const withoutControls = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Cf}/gu, '');

const MARKUP = /<\/?[a-z!][^>]{0,200}>?|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});|[{}]|\]\(/iu;
const ADDRESS =
  /\b[a-z][a-z+.-]{1,12}:\/\/|\b(?:javascript|data|mailto|file):|\bwww\.|\b[\w-]{1,60}\.(?:com|cn|net|org|io|dev|app|top|xyz|info)\b|[\w.-]{1,60}@[\w-]{1,60}\.|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;
const IDENTIFIER =
  /\b[A-Za-z]\w{0,62}_\w{1,62}\b|\b[A-Za-z]\w{1,62}\.[A-Za-z]\w{1,62}\b|\b[a-z]{2,40}[A-Z][A-Za-z]{1,40}\b/gu;
