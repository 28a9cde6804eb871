import { plainSentence } from './plain-sentence';
import { ASKING, COURTESY, DOUBT, REFUSAL } from './reply-words';
import type { ModelReply } from './model-reply';

/** Longest question kept here; the display limit is lower. */
const LONGEST_QUESTION = 600;
const LONGEST_OPTION = 80;

/** The question in a reply without a statement, and the options that it clearly offers; null: it asks nothing. */
export function clarificationInProse(prose: string): Extract<ModelReply, { kind: 'clarification' }> | null {
  const text = prose.replace(COURTESY, '');
  const { items, around } = listOf(text);
  const sentences = sentencesOf(around);
  const asking = sentences.filter((one) => /[?？]$/u.test(one) || ASKING.test(one) || DOUBT.test(one));
  const questions = asking.filter((one) => !REFUSAL.test(one) || /[?？]$/u.test(one));
  if (questions.length === 0) return null;
  const question = questions.join(' ').slice(0, LONGEST_QUESTION).trim();
  return { kind: 'clarification', question, options: items.length > 0 ? items : alternativesOf(questions) };
}

const ITEM =
  /^[ \t]*(?:[-*•·](?=[ \t])|\(?[0-9]{1,2}[.)、）]|[A-Ha-h][.)、）]|（[0-9一二三四五六]）|[①-⑨])[ \t]*(\S.{0,200})$/u;

/** Two to six consecutive list lines are options; the surrounding text is the question. */
function listOf(text: string): { items: string[]; around: string } {
  const lines = text.split('\n');
  const items = lines
    .flatMap((line) => ITEM.exec(line)?.[1] ?? [])
    .map((item) => plainSentence(item).replace(/[;；。，,]$/u, ''));
  const areOptions =
    items.length >= 2 &&
    items.length <= 6 &&
    items.every((item) => item !== '' && item.length <= LONGEST_OPTION && !/[?？]$/u.test(item));
  return areOptions
    ? { items: [...new Set(items)], around: lines.filter((line) => !ITEM.test(line)).join('\n') }
    : { items: [], around: text };
}

function sentencesOf(text: string): string[] {
  return plainSentence(text)
    .split(/(?<=[。！？?!；])|(?<=[.])\s+(?=[A-Z"“\p{Script=Han}])/u)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** Alternatives such as 是A、B还是C or "A, B or C?", if the wording delimits them on both sides. */
function alternativesOf(questions: readonly string[]): string[] {
  for (const question of questions) {
    const options = hanAlternatives(question) ?? englishAlternatives(question);
    if (options !== null && options.length >= 2 && options.length <= 4 && new Set(options).size === options.length)
      return options;
  }
  return [];
}

function hanAlternatives(question: string): string[] | null {
  const turn = question.lastIndexOf('还是');
  if (turn < 0) return null;
  const before = question.slice(Math.max(0, turn - 120), turn);
  const lead =
    /^.*(?:(?<![还总不要但可])是指|指的是|(?<![还总不要但可])是(?!否|不)|想看|想要|想查|按照|[：:])(.+)$/u.exec(
      before,
    )?.[1];
  const last = /^(?:是|指)?([^？?。！，,；]{1,40})[？?。]?/u.exec(question.slice(turn + 2))?.[1];
  if (lead === undefined || last === undefined) return null;
  return fitting([...lead.split(/[、，,]|或者?/u), last.replace(/[呢吗]$/u, '')], 24);
}

const ENGLISH_LEAD =
  /\b(?:do|did) you mean|\bis (?:it|this|that)\b|\bshould (?:I|it|this|we) (?:be |use |count |show |take )?|\b(?:do|would) you (?:want|like|prefer)(?: to see)?|\bare you (?:asking|looking) (?:about|for)|[:—]/giu;

function englishAlternatives(question: string): string[] | null {
  if (!/\bor\b/iu.test(question) || !/\?$/u.test(question)) return null;
  const leads = [...question.matchAll(ENGLISH_LEAD)];
  const lead = leads.at(-1);
  if (lead === undefined) return null;
  const listed = question
    .slice(lead.index + lead[0].length)
    .replace(/\?$/u, '')
    .slice(0, 240);
  const parts = listed.split(/,\s*(?:or\s+)?|\s+or\s+/iu);
  return fitting(parts, 48);
}

function fitting(parts: readonly string[], longest: number): string[] | null {
  const options = parts.map((part) => part.trim().replace(/^["“'‘「]|["”'’」]$/gu, ''));
  return options.every((option) => option !== '' && option.length <= longest && /[\p{L}\p{N}]/u.test(option))
    ? options
    : null;
}
