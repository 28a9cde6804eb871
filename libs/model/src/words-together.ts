/** Heads that names of columns are written together with: firstname, countrycode, orderdate. */
const TOGETHER =
  /^([a-z]{3,})(names?|codes?|ids?|number|dates?|time|type|year|count|price|amount|address|status|level|area)$/;

/** Words that only end as such a head does, or are said as one word. */
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

/**
 * The parts of a word of an identifier that is written together, where its end says what kind of column it is: first
 * name.
 */
export const wordsTogether = (word: string): string[] => {
  const [, before, head] = ONE_WORD.has(word) ? [] : (TOGETHER.exec(word) ?? []);
  return before === undefined || head === undefined ? [word] : [before, head];
};
