/** A tenant of the play, and what marks its rows: no other tenant's rows, and nothing else in the product, holds it. */
export interface MarkedTenant {
  name: string;
  /** In every Latin text of its rows. */
  latin: string;
  /** In every Chinese text of its rows. */
  han: string;
  /** Its numbers are multiples: below a thousand times this, sums over all its rows included. */
  unit: bigint;
  /** Rows of each table: sums over all of them stay below a thousand units. */
  rows: number;
  /** Its rows' days of the month, first and last. */
  days: readonly [first: number, last: number];
}

/** Primes a thousand times apart: a sum over rows of several tenants tells whose rows are in it. */
export const tenants: readonly MarkedTenant[] = [
  { name: 'alpha', latin: 'zqalpha', han: '鹭垚', unit: 1_000_003n, rows: 34, days: [2, 9] },
  { name: 'beta', latin: 'zqbeta', han: '鸢犇', unit: 1_000_000_007n, rows: 37, days: [11, 18] },
  // Has rows and a login, and never asks.
  { name: 'gamma', latin: 'zqgamma', han: '鸮淼', unit: 1_000_000_000_039n, rows: 29, days: [21, 28] },
];

export function tenantNamed(name: string): MarkedTenant {
  const found = tenants.find((tenant) => tenant.name === name);
  if (found === undefined) throw new Error(`There is no tenant ${name}`);
  return found;
}

/** Marks of other tenants than `own` in a text; empty: none. */
export function foreignMarks(text: string, own: string): string[] {
  const plain = plainOf(text);
  return [
    ...new Set([
      ...tenants.filter(({ name }) => name !== own).flatMap((tenant) => textMarks(plain, tenant)),
      ...numbersOfOthers(plain, own),
    ]),
  ];
}

/** Whether anything in a text is marked as this tenant's. */
export const hasMarkOf = (text: string, { name }: MarkedTenant): boolean =>
  foreignMarks(text, '').some((mark) => mark.startsWith(`${name}:`));

function textMarks(text: string, { name, latin, han, days }: MarkedTenant): string[] {
  const lower = text.toLowerCase();
  const day = Array.from({ length: days[1] - days[0] + 1 }, (_, i) => String(days[0] + i).padStart(2, '0')).join('|');
  // Days that no relative period of a question begins or ends with.
  const date = new RegExp(`202[34]-0[3-9]-(?:${day})(?!\\d)`).exec(text);
  return [
    ...(lower.includes(latin) ? [`${name}: ${latin}`] : []),
    ...(text.includes(han) ? [`${name}: ${han}`] : []),
    ...(date === null ? [] : [`${name}: ${date[0]}`]),
  ];
}

/** Whole numbers that are sums of units, at least one of them another's. Ids of streams (`1763…-0`) are no numbers. */
function numbersOfOthers(text: string, own: string): string[] {
  const found: string[] = [];
  for (const [written] of text.matchAll(/(?<![\w.\-,])\d[\d,]{6,20}(?:\.0+)?(?![\w.\-])/g)) {
    const parts = unitsIn(BigInt(written.replace(/\.0+$/, '').replaceAll(',', '')));
    found.push(...parts.filter((name) => name !== own).map((name) => `${name}: ${written}`));
  }
  return found;
}

/** Whose units a number is a sum of; empty: it is no such sum. */
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

/** Without the escapes of JSON and XML. */
const plainOf = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
