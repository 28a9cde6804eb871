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
import { chooseStatement } from './choose-statement';
import { segmentsOf } from './segments';
import { statementsInCode } from './statements';

/** Maximum object openings tried; each costs at most one pass. */
const MOST_TRIED = 12;

/**
 * The contract objects in a reply, at any position; other objects are skipped. Each is parsed to its end before the
 * next search, so the text of a statement opens none.
 */
export function objectsIn(text: string): LenientObject[] {
  const found: LenientObject[] = [];
  let at = text.indexOf('{');
  for (let tried = 0; at >= 0 && tried < MOST_TRIED; tried++) {
    const object = lenientObject(text, at);
    const ours = object !== null && isContractObject(object.value);
    if (ours) found.push(object);
    at = text.indexOf('{', ours ? object.end : at + 1);
  }
  return found;
}

const isContractObject = (value: Members): boolean =>
  [...SQL_KEYS, ...EXPLORATION_KEYS, ...QUESTION_KEYS].some((key) => key in value) ||
  KIND_KEYS.some((key) => typeof value[key] === 'string' && nameOf(value[key]) in KIND_NAMES) ||
  'kind' in value;

type Members = { [key: string]: Json };

const nameOf = (kind: string): string =>
  kind
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_');

/** Interprets one object. Members of an unexpected type make it unreadable: nothing is guessed. */
export async function readObject({ value, cutString }: LenientObject): Promise<ModelReply> {
  const kind = kindOf(value);
  if (kind === null) return unreadable('the kind is none of the contract');
  const [sql, exploration, draft, question] = [SQL_KEYS, EXPLORATION_KEYS, DRAFT_KEYS, QUESTION_KEYS].map((keys) =>
    textOf(value, keys),
  );
  if ([sql, exploration, draft, question].includes(undefined)) return unreadable('a member is not a text');
  const explorationSql = exploration || sql;
  if (kind === 'clarification' || (kind === 'sql' && !sql && question))
    return clarificationReply(value, question ?? '', cutString);
  if (kind === 'intermediate_sql' && explorationSql)
    return explorationReply(
      explorationSql,
      exploration ? draft || sql || '' : draft && draft !== explorationSql ? draft : '',
      cutString,
    );
  if (kind === 'sql' && sql) return sqlReply(sql, cutString);
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

/** The first non-empty member; '' if there is none, undefined if one is not a string. */
function textOf(value: Members, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const member = value[key] ?? '';
    if (typeof member !== 'string') return undefined;
    if (member.trim() !== '') return member.trim();
  }
  return '';
}

/** A truncated statement may parse without its last condition; only a semicolon proves its end. */
const isWhole = (sql: string, cutString: boolean): boolean => !cutString || sql.trimEnd().endsWith(';');

async function sqlReply(sql: string, cutString: boolean): Promise<ModelReply> {
  if (!isWhole(sql, cutString)) return unreadable('cut off within the statement');
  const { found, prose } = await statementsOfMember(sql);
  const judged = chooseStatement(found, prose);
  return judged?.kind === 'intermediate_sql'
    ? { kind: 'sql', sql: found.at(-1)?.sql ?? sql }
    : (judged ?? { kind: 'sql', sql });
}

async function explorationReply(sql: string, draft: string, cutString: boolean): Promise<ModelReply> {
  if (!isWhole(sql, cutString)) return unreadable('cut off within the statement');
  const { found } = await statementsOfMember(sql);
  const meant = draft === '' ? null : (await statementsOfMember(draft)).found;
  return {
    kind: 'intermediate_sql',
    sql: found[0]?.sql ?? sql,
    draft: meant === null || meant.length !== 1 ? null : (meant[0]?.sql ?? null),
  };
}

/** A member may contain a fenced block. */
async function statementsOfMember(sql: string): ReturnType<typeof statementsInCode> {
  const fence = segmentsOf(sql).find(({ code }) => code);
  return statementsInCode({ code: true, language: 'sql', text: fence?.text ?? sql }, '');
}

function clarificationReply(value: Members, question: string, cutString: boolean): ModelReply {
  const text = plainSentence(question);
  if (text === '') return unreadable('a clarification without its question');
  if (cutString && !/[?？。！!]$/u.test(text)) return unreadable('cut off within the question');
  const options = optionsOf(value);
  return options === null ? unreadable('an option is not a text') : { kind: 'clarification', question: text, options };
}

/** Options are strings, or objects with a label. */
function optionsOf(value: Members): string[] | null {
  const given = OPTIONS_KEYS.map((key) => value[key]).find((one) => one !== undefined && one !== null) ?? [];
  if (!Array.isArray(given)) return null;
  const texts = given.map((one) =>
    one !== null && typeof one === 'object' && !Array.isArray(one) ? (one.label ?? one.text ?? one.name ?? null) : one,
  );
  if (!texts.every((one) => typeof one === 'string' || typeof one === 'number')) return null;
  return [...new Set(texts.map((one) => plainSentence(String(one))).filter((one) => one !== ''))];
}
