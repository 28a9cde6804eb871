import { hash } from 'node:crypto';
import { normalizeQuestion } from '@querent/language';
import { LRUCache } from 'lru-cache';

/** All inputs that decide whether two requests may share an answer. */
export interface ExactKeyParts {
  tenant: string;
  /** The login of the tenant's statements: `audienceOf`. The version also changes with the login. */
  role: string;
  connection: string;
  /** Version of the semantic model and the schema snapshot together. */
  version: string;
  locale: string;
  /** The agent's name and the version of its file: another file may filter differently. */
  agent: string | null;
  mode: string;
  maxRows: number | null;
  timezone: string;
  /** The civil date in `timezone`, because "yesterday" depends on it. */
  today: string;
  question: string;
}

/**
 * The key of an entry: `<version>/<tenant>~<digest>`. The version is readable because Redis compares it with the
 * current one; the tenant (percent-encoded) is readable so that its entries can be deleted separately.
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

/** Prefix of the fields of a tenant's entries. */
export const fieldsOf = (tenant: string): string => `${encodeURIComponent(tenant).replaceAll('~', '%7E')}~`;

/** The two parts of a key made by `exactKey`. */
export function splitExactKey(key: string): { version: string; field: string } {
  const slash = key.lastIndexOf('/');
  return { version: key.slice(0, slash), field: key.slice(slash + 1) };
}

const REMEMBERED = 2_000;
const remembered = new LRUCache<string, string>({ max: REMEMBERED });

/** Normalising takes 75 µs, most of the cost of a hit. Cacheable questions recur, so the last 2,000 are remembered. */
function normalized(question: string): string {
  const known = remembered.get(question);
  if (known !== undefined) return known;
  const normal = normalizeQuestion(question);
  remembered.set(question, normal);
  return normal;
}
