import type { OperateTexts } from './texts-en';

export type Hint = keyof OperateTexts['hints'];

/** Technical texts that operators meet most: codes of the operating system and of PostgreSQL, and their messages. */
const known: readonly (readonly [pattern: RegExp, hint: Hint])[] = [
  [/ECONNREFUSED/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'noHost'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout expired|connection timeout/i, 'noAnswer'],
  [/ECONNRESET|EPIPE|terminated unexpectedly|57P0[123]/, 'broken'],
  [/28P01|28000|role "[^"]*" does not exist|password authentication failed|no pg_hba\.conf entry|SASL/, 'login'],
  [/3D000|database "[^"]*" does not exist/, 'noDatabase'],
  [/53300|too many (clients|connections)|remaining connection slots/i, 'full'],
  [/42501|permission denied/i, 'rights'],
  [/57014|statement timeout/i, 'tooLong'],
  [/certificate|SSL|TLS/, 'certificate'],
  [/variable in its url is missing|其 url 中有一个变量没有设置/, 'variable'],
];

/** What a technical text usually means; null: unknown. */
export const hintOf = (technical: string): Hint | null =>
  known.find(([pattern]) => pattern.test(technical))?.[1] ?? null;
