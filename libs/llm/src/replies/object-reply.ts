import { type Json, lenientObject, type LenientObject } from './lenient-json';
import { type ModelReply, unreadable } from './model-reply';
import { plainSentence } from './plain-sentence';
import {
  DRAFT_KEYS,
  EXPLORATION_KEYS,
  KIND_KEYS,
  KIND_NAMES,
  OPTIONS_KEYS,
  QUESTION_KEYS,
  SQL_KEYS,
} from './reply-words';
import { judgeStatements } from './judge-statements';
import { segmentsOf } from './segments';
import { statementsInCode } from './statements';

/** Openings of objects that are tried; each costs one pass at most. */
const MOST_TRIED = 12;

/**
 * The objects of the contract in a reply, wherever they stand; objects of another kind are passed over. Each is read up
 * to its end before the next is looked for, so the text of a statement opens none.
 */
export function objectsIn(text: string): LenientObject[] {
  const found: LenientObject[] = [];
  let at = text.indexOf('{');
  for (let tried = 0; at >= 0 && tried < MOST_TRIED; tried++) {
    const object = lenientObject(text, at);
    const ours = object !== null && isOurs(object.value);
    if (ours) found.push(object);
    at = text.indexOf('{', ours ? object.end : at + 1);
  }
  return found;
}

const isOurs = (value: Members): boolean =>
  [...SQL_KEYS, ...EXPLORATION_KEYS, ...QUESTION_KEYS].some((key) => key in value) ||
  KIND_KEYS.some((key) => typeof value[key] === 'string' && nameOf(value[key]) in KIND_NAMES) ||
  'kind' in value;

type Members = { [key: string]: Json };

const nameOf = (kind: string): string =>
  kind
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_');

/**
 * What one object says. Members of another type than the contract's make it unreadable: nothing is guessed from them.
 */
export async function readObject({ value, cutString }: LenientObject): Promise<ModelReply> {
  const kind = kindOf(value);
  if (kind === null) return unreadable('the kind is none of the contract');
  const [sql, exploration, draft, question] = [SQL_KEYS, EXPLORATION_KEYS, DRAFT_KEYS, QUESTION_KEYS].map((keys) =>
    textOf(value, keys),
  );
  if ([sql, exploration, draft, question].includes(undefined)) return unreadable('a member is not a text');
  const looked = exploration || sql;
  if (kind === 'clarification' || (kind === 'sql' && !sql && question)) return asked(value, question ?? '', cutString);
  if (kind === 'intermediate_sql' && looked)
    return explored(looked, exploration ? draft || sql || '' : draft && draft !== looked ? draft : '', cutString);
  if (kind === 'sql' && sql) return stated(sql, cutString);
  return unreadable(`no statement with kind ${kind}`);
}

function kindOf(value: Members): 'sql' | 'intermediate_sql' | 'clarification' | null {
  const key = KIND_KEYS.find((one) => value[one] !== undefined && value[one] !== null);
  const given = key === undefined ? undefined : value[key];
  if (typeof given === 'string') return KIND_NAMES[nameOf(given)] ?? null;
  if (given !== undefined) return null;
  if (textOf(value, EXPLORATION_KEYS)) return 'intermediate_sql';
  return textOf(value, SQL_KEYS) ? 'sql' : textOf(value, QUESTION_KEYS) ? 'clarification' : 'sql';
}

/** The first of the members that says anything; '' where none does, undefined where one is no text. */
function textOf(value: Members, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const member = value[key] ?? '';
    if (typeof member !== 'string') return undefined;
    if (member.trim() !== '') return member.trim();
  }
  return '';
}

/** A statement that was cut off may be whole without its last condition; only a semicolon says that it ended. */
const isWhole = (sql: string, cutString: boolean): boolean => !cutString || sql.trimEnd().endsWith(';');

async function stated(sql: string, cutString: boolean): Promise<ModelReply> {
  if (!isWhole(sql, cutString)) return unreadable('cut off within the statement');
  const { found, prose } = await holdingOf(sql);
  const judged = judgeStatements(found, prose);
  return judged?.kind === 'intermediate_sql'
    ? { kind: 'sql', sql: found.at(-1)?.sql ?? sql }
    : (judged ?? { kind: 'sql', sql });
}

async function explored(sql: string, draft: string, cutString: boolean): Promise<ModelReply> {
  if (!isWhole(sql, cutString)) return unreadable('cut off within the statement');
  const { found } = await holdingOf(sql);
  const meant = draft === '' ? null : (await holdingOf(draft)).found;
  return {
    kind: 'intermediate_sql',
    sql: found[0]?.sql ?? sql,
    draft: meant === null || meant.length !== 1 ? null : (meant[0]?.sql ?? null),
  };
}

/** A member may hold a fence of its own. */
async function holdingOf(sql: string): ReturnType<typeof statementsInCode> {
  const fence = segmentsOf(sql).find(({ code }) => code);
  return statementsInCode({ code: true, language: 'sql', text: fence?.text ?? sql }, '');
}

function asked(value: Members, question: string, cutString: boolean): ModelReply {
  const text = plainSentence(question);
  if (text === '') return unreadable('a clarification without its question');
  if (cutString && !/[?？。！!]$/u.test(text)) return unreadable('cut off within the question');
  const options = optionsOf(value);
  return options === null ? unreadable('an option is not a text') : { kind: 'clarification', question: text, options };
}

/** Options are texts, or objects that say their label. */
function optionsOf(value: Members): string[] | null {
  const given = OPTIONS_KEYS.map((key) => value[key]).find((one) => one !== undefined && one !== null) ?? [];
  if (!Array.isArray(given)) return null;
  const texts = given.map((one) =>
    one !== null && typeof one === 'object' && !Array.isArray(one) ? (one.label ?? one.text ?? one.name ?? null) : one,
  );
  if (!texts.every((one) => typeof one === 'string' || typeof one === 'number')) return null;
  return [...new Set(texts.map((one) => plainSentence(String(one))).filter((one) => one !== ''))];
}
