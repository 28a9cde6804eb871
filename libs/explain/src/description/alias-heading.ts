import {
  AGGREGATES,
  languageOf,
  type Locale,
  type Localized,
  type LocalizedList,
  nameWords,
  type SemanticModel,
  text,
} from '@querent/model';
import { wordsOfAlias } from './business-alias';

/** Common headings of results that do not depend on the business. */
const COMMON_HEADINGS: readonly { zh: string; en: string }[] = [
  ...(['count', 'sum', 'avg'] as const).map((fn) => AGGREGATES[fn].name),
  { zh: '占比', en: 'share' },
  { zh: '百分比', en: 'percentage' },
  { zh: '比率', en: 'ratio' },
  { zh: '比率', en: 'rate' },
  { zh: '增长率', en: 'growth rate' },
  { zh: '增长', en: 'growth' },
  { zh: '提升', en: 'improvement' },
  { zh: '变化', en: 'change' },
  { zh: '差额', en: 'difference' },
  { zh: '名次', en: 'rank' },
  { zh: '得分', en: 'score' },
  { zh: '今年', en: 'this year' },
  { zh: '去年', en: 'last year' },
  { zh: '来源', en: 'source' },
  { zh: '名称', en: 'name' },
];

interface Named {
  label: Localized;
  synonyms: LocalizedList;
}

/**
 * The heading that a statement's alias yields. It is translated to the asker's language with the labels of the model
 * and a table of common headings; an alias that neither knows is returned as words of its language. Null for a name of
 * the database that is not a label.
 */
export function aliasHeading(name: string, model: SemanticModel, locale: Locale): string | null {
  const words = wordsOfAlias(name, model);
  if (words !== null && languageOf(words) === locale) return words;
  const metric = Object.hasOwn(model.metrics, name) ? text(model.metrics[name]?.label, locale) : '';
  if (metric || words === null) return metric || null;
  const asked = new Set([words.toLowerCase(), nameWords(name).join(' ')]);
  return (
    labelInModel(asked, model, locale) ??
    COMMON_HEADINGS.find((one) => [one.zh, one.en].some((word) => asked.has(word)))?.[locale] ??
    words
  );
}

/**
 * The label of the model's metric, field, column, entity or table with one of these names; null where several have it.
 * Metrics come first, because most results are figures.
 */
function labelInModel(asked: ReadonlySet<string>, model: SemanticModel, locale: Locale): string | null {
  const columns = Object.values(model.tables).flatMap((table) => Object.values(table.columns));
  const fields = Object.values(model.entities).flatMap((entity) => Object.values(entity.fields));
  const things = [...Object.values(model.entities), ...Object.values(model.tables)];
  for (const kind of [Object.values(model.metrics), [...fields, ...columns], things] satisfies Named[][]) {
    const labels = new Set(kind.filter((one) => isNamed(one, asked)).flatMap((one) => one.label[locale] ?? []));
    const [only, ...others] = labels;
    if (only !== undefined && others.length === 0) return only;
    if (others.length > 0) return null;
  }
  return null;
}

const isNamed = ({ label, synonyms }: Named, asked: ReadonlySet<string>): boolean =>
  [label.zh, label.en, ...synonyms.zh, ...synonyms.en].some(
    (word) => word !== undefined && asked.has(word.toLowerCase()),
  );
