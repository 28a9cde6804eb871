import { languageOf, type Locale, nameWords, type SemanticModel } from '@querent/model';

/** Longest alias that is shown as a heading, in characters. It limits how much text of a language model is shown. */
const MAX_LENGTH = 40;
/** Letters, digits and the punctuation of headings, so that code is never shown. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} ()（）%％·/、&+-]*$/u;

/**
 * The alias of a result column, if it can be shown as a heading: `订单数量`, `total amount`. Null for other aliases and for
 * names of tables and columns.
 */
export function businessAlias(name: string, model: SemanticModel): string | null {
  const alias = name.trim();
  const isSpoken = languageOf(alias) === 'zh' || /\s/.test(alias);
  return isSpoken && isPlain(alias, model) ? alias : null;
}

/**
 * An alias as words, `avg_price` → `average price`. Null for names of tables and columns, and for names that PostgreSQL
 * generates.
 */
export function wordsOfAlias(name: string, model: SemanticModel): string | null {
  if (businessAlias(name, model) !== null) return name.trim();
  // Names that PostgreSQL generates carry no meaning. An alias with a space has been refused above.
  if (/[\s?]/.test(name.trim()) || GENERATED_NAMES.test(name)) return null;
  const words = nameWords(name)
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(' ');
  return isPlain(words, model) && !physicalNames(model).has(name.trim().toLowerCase()) ? words : null;
}

const GENERATED_NAMES =
  /^(column\d+|c\d+|case|coalesce|round|row|array|nullif|concat|json_build_object|jsonb_build_object)$/;

export const isInLanguage = (alias: string, locale: Locale): boolean => languageOf(alias) === locale;

const ABBREVIATIONS: Readonly<Record<string, string>> = {
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
  if (alias.length === 0 || alias.length > MAX_LENGTH || !PLAIN.test(alias)) return false;
  const physical = physicalNames(model);
  const parts = [alias, ...alias.split(/[\s()（）%·/、&+-]+/u)].map((part) => part.toLowerCase());
  return !parts.some((part) => physical.has(part));
}

const known = new WeakMap<SemanticModel, ReadonlySet<string>>();

/** Lower-case names of tables, columns and metrics that are not labels or synonyms of the model as well. */
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
