/**
 * Names of time zones with one meaning for Node and PostgreSQL: IANA's, by area and city, and UTC. Abbreviations and
 * countries (`IST`, `PST`, `PRC`) are known only to Node, or mean another zone to PostgreSQL: IST is India's to one and
 * Israel's to the other.
 */
export function isTimeZone(name: string): boolean {
  return (UNIVERSAL.test(name) || AREA.test(name)) && canonicalOf(name) !== null;
}

/** Advice for any other name. */
export const timeZoneAdvice = 'must be an IANA time zone such as Asia/Shanghai, or UTC';

/**
 * The server's name of a zone: the name itself, else another name of the same zone (`Asia/Kolkata` if only
 * `Asia/Calcutta` is known). Null: the server knows none, or the name is no time zone. Without the server's names, the
 * name is accepted.
 */
export function serverTimeZone(name: string, known: readonly string[] | undefined): string | null {
  if (!isTimeZone(name)) return null;
  return known === undefined || known.length === 0 ? name : equalTimeZone(name, known);
}

/**
 * The name itself, in any letter case, or another name of the same zone; `PRC` is known as `Asia/Shanghai`. Null: none.
 */
export function equalTimeZone(name: string, known: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const own = known.find((one) => one.toLowerCase() === lower);
  if (own !== undefined) return own;
  const canonical = canonicalOf(name);
  return canonical === null
    ? null
    : (known.find((one) => one === canonical) ?? known.find((one) => canonicalOf(one) === canonical) ?? null);
}

const UNIVERSAL = /^(?:UTC|GMT)$/i;
/** SystemV and posix are not areas: PostgreSQL does not know them in all of its builds. */
const AREA = /^(?!systemv\/|posix\/|right\/)[a-z]+\/[a-z0-9_+\-/]+$/i;

const canonicals = new Map<string, string | null>();

/** Node's canonical name of a zone. Creating a formatter costs 50 µs, and there are some 600 names. */
function canonicalOf(name: string): string | null {
  const found = canonicals.get(name);
  if (found !== undefined) return found;
  const canonical = canonicalByNode(name);
  if (canonicals.size < MOST_NAMES) canonicals.set(name, canonical);
  return canonical;
}

const MOST_NAMES = 2_000;

function canonicalByNode(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
