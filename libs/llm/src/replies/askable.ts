import type { Locale } from '@querent/contracts';
import { labelOf, type SemanticModel } from '@querent/model';
import { echoesPrompt } from '../prompts/echoes-prompt';
import type { ModelReply } from './model-reply';
import { modelGate } from './model-gate';
import { plainSentence } from './plain-sentence';
import { SECRETS } from './reply-words';

export interface AskableContext {
  model: SemanticModel;
  /** Language of the labels that replace database names. */
  locale: Locale;
  /** Texts that the user typed: their words may be repeated. */
  known: readonly string[];
}

const LONGEST_QUESTION = 300;
const LONGEST_OPTION = 80;
const MOST_OPTIONS = 4;

/**
 * The displayable part of a model's clarification: one plain question of at most 300 characters, and no options or two
 * to four of at most 80 characters each; database names are replaced by their labels. Null if the question contains
 * SQL, a name without a label, an address, markup, our prompts, or asks for a secret. Such options are omitted; a
 * single option is no choice.
 */
export function askable(reply: ModelReply, context: AskableContext): { question: string; options: string[] } | null {
  if (reply.kind !== 'clarification') return null;
  const question = showable(shortened(plainSentence(withoutControls(reply.question))), context);
  if (question === null || question.length > LONGEST_QUESTION) return null;
  // Each option alone may be too short to recognise.
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

/** The text with labels for names; null if it must not be shown. */
function showable(text: string, { model, locale, known }: AskableContext): string | null {
  if (
    !/[\p{L}\p{N}]/u.test(text) ||
    MARKUP.test(text) ||
    ADDRESS.test(text) ||
    SECRETS.test(text) ||
    echoesPrompt(text)
  )
    return null;
  // The gate returns an empty text if names lack labels or the text contains driver phrases or SQL.
  const gated = modelGate(model).text(withLabels(text, model, locale), 'suggestion', { locale, known: () => known });
  if (gated === '') return null;
  const typed = known.join('\n').toLowerCase();
  // The model does not know hidden names, so any word spelt like a database name is rejected.
  const unknownName = (gated.match(IDENTIFIER) ?? []).some((piece) => !typed.includes(piece.toLowerCase()));
  return unknownName ? null : gated;
}

/** The gate passes words of the business vocabulary; qualified by its table, such a column still needs its label. */
function withLabels(text: string, model: SemanticModel, locale: Locale): string {
  return text.replace(QUALIFIED, (piece, table: string, column: string) => {
    const known = model.tables[table.toLowerCase()]?.columns[column.toLowerCase()];
    return known === undefined ? piece : labelOf(known, locale, piece);
  });
}

const QUALIFIED = /\b([A-Za-z]\w{0,62})\.([A-Za-z]\w{0,62})\b/gu;

/** Shortens a long question to its asking sentences. */
function shortened(question: string): string {
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
