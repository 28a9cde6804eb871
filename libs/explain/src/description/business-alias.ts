import { languageOf, type Locale, nameWords, type SemanticModel } from '@querent/model';

/** Longer than any heading; a model's text is not shown at length. */
const LONGEST = 40;
/** Letters, digits and what stands in headings: nothing that could be code. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} ()（）%％·/、&+-]*$/u;

/**
 * A result column's name as a heading, where people would write it so and the database does not: `订单数量`, `total
 * amount`.
 */
export function spokenAlias(name: string, model: SemanticModel): string | null {
  const alias = name.trim();
  const isSpoken = languageOf(alias) === 'zh' || /\s/.test(alias);
  return isSpoken && isPlain(alias, model) ? alias : null;
}

/** A name cut into words, `avg_price` → `average price`; null where it is the database's own. */
export function wordsOfAlias(name: string, model: SemanticModel): string | null {
  if (spokenAlias(name, model) !== null) return name.trim();
  // PostgreSQL's own names for what has none say nothing; a spaced name was refused above.
  if (/[\s?]/.test(name.trim()) || UNNAMED.test(name)) return null;
  const words = nameWords(name)
    .map((word) => SPELT_OUT[word] ?? word)
    .join(' ');
  return isPlain(words, model) && !physicalNames(model).has(name.trim().toLowerCase()) ? words : null;
}

const UNNAMED = /^(column\d+|c\d+|case|coalesce|round|row|array|nullif|concat|json_build_object|jsonb_build_object)$/;

/** A heading in the asker's language. */
export const suits = (alias: string, locale: Locale): boolean => languageOf(alias) === locale;

const SPELT_OUT: Readonly<Record<string, string>> = {
  avg: 'average',
  cnt: 'count',
  num: 'number',
  pct: 'percent',
  min: 'minimum',
  max: 'maximum',
  amt: 'amount',
  qty: 'quantity',
};

function isPlain(alias: string, model: SemanticModel): boolean {
  if (alias.length === 0 || alias.length > LONGEST || !PLAIN.test(alias)) return false;
  const physical = physicalNames(model);
  const parts = [alias, ...alias.split(/[\s()（）%·/、&+-]+/u)].map((part) => part.toLowerCase());
  return !parts.some((part) => physical.has(part));
}

const known = new WeakMap<SemanticModel, ReadonlySet<string>>();

/** Tables and columns whose names are none of the business's words. */
function physicalNames(model: SemanticModel): ReadonlySet<string> {
  const cached = known.get(model);
  if (cached) return cached;
  const tables = Object.values(model.tables);
  const named = [
    ...tables,
    ...tables.flatMap((table) => Object.values(table.columns)),
    ...Object.values(model.metrics),
    ...Object.values(model.entities),
    ...Object.values(model.entities).flatMap(({ fields }) => Object.values(fields)),
  ];
  const spoken = new Set(
    named
      .flatMap(({ label, synonyms }) => [label.zh, label.en, ...synonyms.zh, ...synonyms.en])
      .flatMap((text) => (text === undefined ? [] : [text.toLowerCase(), ...text.toLowerCase().split(' ')])),
  );
  const names = tables
    .flatMap((table) => [table.name, ...Object.keys(table.columns)])
    .map((name) => name.toLowerCase());
  const physical = new Set([...names, ...Object.keys(model.metrics)].filter((name) => !spoken.has(name)));
  known.set(model, physical);
  return physical;
}
