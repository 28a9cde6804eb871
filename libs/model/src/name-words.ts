/** Prefixes of identifiers without a business meaning. */
const NOISE_PREFIX = /^(t|tb|tbl|tab|dim|fact|dwd|dws|ods|ads)(?=[_-])/i;

/** Suffixes without a business meaning: emp_mst, order_tbl. */
const NOISE_SUFFIX = /(?<=[a-z]{2}[_-])(?:tb|tbl|tab|mst|mstr)$/i;

const SNAKE = /^[a-z\d_]+$/;

/**
 * Splits an identifier into lower-case words: `orderItems`, `order_items` and `t_order_items` give
 * `order items`. Runs of capitals stay together (`userID` gives `user id`); Han text is left whole.
 */
export function nameWords(identifier: string): string[] {
  // Fast path: most identifiers are snake case, to which the other rules do not apply.
  if (SNAKE.test(identifier)) return withoutNoise(identifier).split('_').filter(Boolean).flatMap(splitCompound);
  return withoutNoise(identifier.trim())
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{Script=Han})([A-Za-z\d])/gu, '$1 $2')
    .replace(/([A-Za-z\d])(\p{Script=Han})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap((word) => splitCompound(word.toLowerCase()));
}

const withoutNoise = (identifier: string): string => identifier.replace(NOISE_PREFIX, '').replace(NOISE_SUFFIX, '');

/** Cache of `nameInWords`: names repeat in many tables of a large schema. */
const remembered = new Map<string, string>();
const MAX_REMEMBERED = 10_000;

/** The words of an identifier as one text: `orderItems` gives `order items`. */
export function nameInWords(identifier: string): string {
  const known = remembered.get(identifier);
  if (known !== undefined) return known;
  const words = nameWords(identifier).join(' ');
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(identifier, words);
  return words;
}

/** Compounds without a separator that end with a common noun: firstname, countrycode, orderdate. */
const COMPOUND =
  /^([a-z]{3,})(names?|codes?|ids?|number|dates?|time|type|year|count|price|amount|address|status|level|area)$/;

/** Words that match COMPOUND but are single words. */
const ONE_WORD: ReadonlySet<string> = new Set(
  `nickname surname username filename hostname pathname forename codename rename barcode postcode unicode encode decode
   microcode candidate candidates mandate mandates update updates validate predate outdate liquidate bedtime centime daytime
   dinnertime downtime halftime lifetime lunchtime mealtime meantime nighttime overtime pastime peacetime playtime ragtime
   runtime showtime sometime springtime summertime uptime wartime archetype biotype genotype haplotype phenotype prototype
   stereotype subtype account discount headcount miscount recount viscount paramount subarea acid acids aids android androids
   antacid asteroid asteroids avid avoid avoids braid braids candid centroid colloid covid cupid equid fluid fluids forbid
   humid hybrid hybrids invalid laid lipid lipids liquid liquids maid maids medicaid mermaid opioid opioids orchid orchids
   ovoid paid paranoid placid plaid plasmid prepaid pyramid pyramids rapid rapids repaid rigid said solid solids splendid squid
   steroid steroids stupid tabloid tabloids thyroid timid trapezoid typhoid underpaid unpaid valid vivid void voids overpaid
   grids squids skids aid bid did grid hid kid kids lid mid raid rid skid outbid raids`
    .trim()
    .split(/\s+/),
);

/** The parts of a compound: `firstname` gives first, name. */
const splitCompound = (word: string): string[] => {
  const [, before, head] = ONE_WORD.has(word) ? [] : (COMPOUND.exec(word) ?? []);
  return before === undefined || head === undefined ? [word] : [before, head];
};
