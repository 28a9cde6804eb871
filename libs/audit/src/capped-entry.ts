import type { AuditEntry } from '@querent/contracts';
import { redacted } from '@querent/platform';

/** Maximum characters of each text of an entry, so that one user cannot fill a trail. */
const CAPS = { question: 2_000, sql: 16_000, detail: 2_000, param: 500 } as const;
const KEPT_PARAMS = 100;

/** Truncates long texts of an entry, with a note of their original length, and removes credentials from its details. */
export function cappedEntry(entry: AuditEntry): AuditEntry {
  const { question, sql, detail, params } = entry;
  return {
    ...entry,
    ...(question === undefined ? {} : { question: capped(question, CAPS.question) }),
    ...(sql === undefined ? {} : { sql: capped(sql, CAPS.sql) }),
    ...(detail === undefined ? {} : { detail: capped(redacted(detail), CAPS.detail) }),
    ...(params === undefined ? {} : { params: cappedParams(params) }),
  };
}

function capped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… [cut: ${text.length} characters]`;
}

function cappedParams(params: NonNullable<AuditEntry['params']>): NonNullable<AuditEntry['params']> {
  const kept = params.slice(0, KEPT_PARAMS).map((param) => {
    const text = typeof param === 'string' ? param : JSON.stringify(param);
    return text.length <= CAPS.param ? param : capped(text, CAPS.param);
  });
  return kept.length === params.length ? kept : [...kept, `… [cut: ${params.length} parameters]`];
}
