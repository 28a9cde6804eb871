import { hash } from 'node:crypto';
import { normalizeQuestion } from '@querent/language';
import { LRUCache } from 'lru-cache';

/** All that decides whether two askers may be given the same answer. */
export interface ExactKeyParts {
  tenant: string;
  /** Whose login the tenant's statements run with: `audienceOf`. The version changes with the login itself. */
  role: string;
  connection: string;
  /** Version of the semantic model and the schema snapshot together. */
  version: string;
  locale: string;
  /** The agent's name and the version of its file: another file may filter otherwise. */
  agent: string | null;
  mode: string;
  maxRows: number | null;
  timezone: string;
  /** The civil date in `timezone`: "yesterday" means another day tomorrow. */
  today: string;
  question: string;
}

/**
 * The key of an entry: `<version>/<tenant>~<digest>`. The version stays readable because Redis compares it with the
 * current one, the tenant (percent-encoded) so that its entries can be forgotten alone.
 */
export function exactKey(parts: ExactKeyParts): string {
  const identity = [
    parts.tenant,
    parts.role,
    parts.connection,
    parts.version,
    parts.locale,
    parts.agent,
    parts.mode,
    parts.maxRows,
    parts.timezone,
    parts.today,
    normalized(parts.question),
  ];
  return `${parts.version}/${fieldsOf(parts.tenant)}${hash('sha256', JSON.stringify(identity), 'base64url')}`;
}

/** How the fields of a tenant's entries begin. */
export const fieldsOf = (tenant: string): string => `${encodeURIComponent(tenant).replaceAll('~', '%7E')}~`;

/** The two parts of a key made by `exactKey`. */
export function splitExactKey(key: string): { version: string; field: string } {
  const slash = key.lastIndexOf('/');
  return { version: key.slice(0, slash), field: key.slice(slash + 1) };
}

const REMEMBERED = 2_000;
const remembered = new LRUCache<string, string>({ max: REMEMBERED });

/**
 * Normalising costs 75 µs, most of what a hit costs besides; questions worth caching come again, so the last 2,000 are
 * remembered.
 */
function normalized(question: string): string {
  const known = remembered.get(question);
  if (known !== undefined) return known;
  const normal = normalizeQuestion(question);
  remembered.set(question, normal);
  return normal;
}
