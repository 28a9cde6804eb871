/**
 * Names of time zones that Node and PostgreSQL read alike: IANA's, by area and city, and UTC. Abbreviations and whole
 * countries (`IST`, `PST`, `PRC`) are names to Node alone, or mean another zone to PostgreSQL: IST is India's to one
 * and Israel's to the other.
 */
export function isTimeZone(name: string): boolean {
  return (UNIVERSAL.test(name) || AREA.test(name)) && canonicalOf(name) !== null;
}

/** What a refusal of any other name says. */
export const timeZoneAdvice = 'must be an IANA time zone such as Asia/Shanghai, or UTC';

/**
 * The name by which a server knows a zone: its own, else one of the same zone (`Asia/Kolkata` where only
 * `Asia/Calcutta` is known). Null: the server knows none, or the name is no time zone. Without the server's names, the
 * name will do.
 */
export function serverTimeZone(name: string, known: readonly string[] | undefined): string | null {
  if (!isTimeZone(name)) return null;
  return known === undefined || known.length === 0 ? name : equalTimeZone(name, known);
}

/**
 * The name itself, however its letters are written, or another name of the same zone; `PRC` is known as
 * `Asia/Shanghai`. Null: there is none.
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
/** SystemV and posix are no areas: PostgreSQL knows neither in all of its builds. */
const AREA = /^(?!systemv\/|posix\/|right\/)[a-z]+\/[a-z0-9_+\-/]+$/i;

const canonicals = new Map<string, string | null>();

/** The name that Node gives to all names of a zone. Making a format costs 50 µs, and there are some 600 names. */
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
