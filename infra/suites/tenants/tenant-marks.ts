/** A tenant with its marks, which occur in its rows and nowhere else in the product. */
export interface MarkedTenant {
  name: string;
  /** Part of every Latin text in its rows. */
  latin: string;
  /** Part of every Chinese text in its rows. */
  han: string;
  /** Its numbers are multiples of this unit. Even sums over all its rows stay below a thousand units. */
  unit: bigint;
  /** Number of rows in each table, small enough for the limit of a thousand units. */
  rows: number;
  /** First and last day of the month in its rows. */
  days: readonly [first: number, last: number];
}

/**
 * The units are primes a thousand times apart, so a sum over several tenants' rows reveals which tenants it includes.
 */
export const tenants: readonly MarkedTenant[] = [
  { name: 'alpha', latin: 'zqalpha', han: '鹭垚', unit: 1_000_003n, rows: 34, days: [2, 9] },
  { name: 'beta', latin: 'zqbeta', han: '鸢犇', unit: 1_000_000_007n, rows: 37, days: [11, 18] },
  // Has rows and a login but submits no questions.
  { name: 'gamma', latin: 'zqgamma', han: '鸮淼', unit: 1_000_000_000_039n, rows: 29, days: [21, 28] },
];

export function tenantNamed(name: string): MarkedTenant {
  const found = tenants.find((tenant) => tenant.name === name);
  if (found === undefined) throw new Error(`There is no tenant ${name}`);
  return found;
}

/** Returns the marks of tenants other than `own` in a text. */
export function foreignMarks(text: string, own: string): string[] {
  const plain = plainOf(text);
  return [
    ...new Set([
      ...tenants.filter(({ name }) => name !== own).flatMap((tenant) => textMarks(plain, tenant)),
      ...numbersOfOthers(plain, own),
    ]),
  ];
}

/** Whether a text contains a mark of the tenant. */
export const hasMarkOf = (text: string, { name }: MarkedTenant): boolean =>
  foreignMarks(text, '').some((mark) => mark.startsWith(`${name}:`));

function textMarks(text: string, { name, latin, han, days }: MarkedTenant): string[] {
  const lower = text.toLowerCase();
  const day = Array.from({ length: days[1] - days[0] + 1 }, (_, i) => String(days[0] + i).padStart(2, '0')).join('|');
  // No relative period of a question begins or ends on these days.
  const date = new RegExp(`202[34]-0[3-9]-(?:${day})(?!\\d)`).exec(text);
  return [
    ...(lower.includes(latin) ? [`${name}: ${latin}`] : []),
    ...(text.includes(han) ? [`${name}: ${han}`] : []),
    ...(date === null ? [] : [`${name}: ${date[0]}`]),
  ];
}

/** Whole numbers that are sums of units, including another tenant's. Ids of streams (`1763…-0`) do not count. */
function numbersOfOthers(text: string, own: string): string[] {
  const found: string[] = [];
  for (const [written] of text.matchAll(/(?<![\w.\-,])\d[\d,]{6,20}(?:\.0+)?(?![\w.\-])/g)) {
    const parts = unitsIn(BigInt(written.replace(/\.0+$/, '').replaceAll(',', '')));
    found.push(...parts.filter((name) => name !== own).map((name) => `${name}: ${written}`));
  }
  return found;
}

/** The tenants whose units a number is the sum of. Empty if it is no such sum. */
function unitsIn(number: bigint): string[] {
  let rest = number;
  const names: string[] = [];
  for (const { name, unit } of [...tenants].reverse()) {
    const times = rest / unit;
    if (times > 999n) return [];
    if (times > 0n) names.push(name);
    rest -= times * unit;
  }
  return rest === 0n ? names : [];
}

/** Decodes the Unicode escapes of JSON. */
const plainOf = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
