import { normalizeText } from '@querent/language';
import type { ModelColumn, SemanticModel } from '@querent/model';
import type { NameMeaning } from '../unit';
import { abbreviatedNames } from './derive/names-to-derive';
import type { GivenForm } from './given-form';
import { columnMeaning, type NamedThing } from './named-things';
import { costOf, costOfSource } from './rules';
import { type Labelled, writtenNames } from './written-names';

/** A part of a model that has labels. */
export interface NamedPart extends Labelled {
  meaning: NameMeaning;
}

/** Metrics, required filters and terms. */
export function namedParts(model: SemanticModel): NamedPart[] {
  const { metrics, filters, terms } = model;
  return [
    ...Object.values(metrics).map(({ id, label, synonyms }): NamedPart => ({
      label,
      synonyms,
      physical: id,
      meaning: { type: 'metric', id },
    })),
    ...Object.values(filters).map(({ id, label, synonyms }): NamedPart => ({
      label,
      synonyms,
      physical: id,
      meaning: { type: 'filter', id },
    })),
    // A term's id is one of its names.
    ...Object.values(terms).map(({ id, label, synonyms }): NamedPart => ({
      label,
      synonyms: { zh: [id, ...synonyms.zh], en: synonyms.en },
      physical: id,
      meaning: { type: 'term', id },
    })),
  ];
}

/** The written names of a model, without stored values. */
export function* writtenForms(
  model: SemanticModel,
  things: readonly NamedThing[],
  parts: readonly NamedPart[],
): Generator<GivenForm> {
  for (const thing of things) yield* thingNames(thing);
  for (const part of parts) yield* namesOf(part, part.meaning, null, 0);
  yield* unitNames(model);
  for (const { words, table } of model.reserved ?? []) {
    const meaning: NameMeaning = { type: 'reserved', table: table ?? null };
    for (const word of words)
      yield { text: normalizeText(word), meaning, rule: 'label', cost: 0, owner: table ?? null };
  }
}

/**
 * Questions for a number of a metric's unit, if no other metric has the unit. An amount of the rows with the same name
 * takes precedence over a metric of a part of it: hours, not billable hours.
 */
function* unitNames(model: SemanticModel): Generator<GivenForm> {
  // "How many lessons" asks for all lessons, not for a filtered count.
  const isOfSome = ({ expression = '' }: { expression?: string }): boolean =>
    /^\s*count\s*\(.*filter\s*\(/isu.test(expression);
  const metrics = Object.values(model.metrics).filter((metric) => metric.expression !== undefined && !isOfSome(metric));
  const amounts = Object.values(model.tables).flatMap(({ name, columns }) =>
    Object.values(columns).flatMap((column) =>
      column.role === 'measure' ? [{ sum: `sum(${name}.${column.name})`, words: amountWords(column) }] : [],
    ),
  );
  for (const [locale, before] of [
    ['zh', ['多少', '几']],
    ['en', ['how many ']],
  ] as const) {
    for (const { id, unit, label, expression } of metrics) {
      const word = unit?.[locale] ?? '';
      const called = amounts.filter(({ words }) => words.includes(word.toLowerCase()));
      if (word === '') continue;
      const bare = called.length === 0 || called.some(({ sum }) => sum === expression) ? [''] : [];
      if (metrics.some((other) => other.id !== id && other.unit?.[locale] === word)) continue;
      const meaning: NameMeaning = { type: 'metric', id };
      for (const asked of before)
        for (const what of [...bare, ...measuredThings(locale === 'zh' ? (label.zh ?? '') : '')])
          yield { text: normalizeText(asked + word + what), meaning, rule: 'measuredIn', cost: costOf('measuredIn') };
    }
    // The verb distinguishes several amounts in one unit: 印了多少册, 退了多少册.
    for (const { name, columns } of Object.values(model.tables))
      for (const { role, unit, format, name: column } of Object.values(columns)) {
        const word = unit?.[locale] ?? '';
        if (role !== 'measure' || word === '' || format === 'currency') continue;
        const meaning: NameMeaning = { type: 'measure', column: { table: name, column } };
        for (const asked of before)
          yield { text: normalizeText(asked + word), meaning, rule: 'measuredIn', cost: costOf('measuredIn') };
      }
  }
}

/** Names of an amount: hours, 小时 of 小时数. */
function amountWords({ label, synonyms }: Pick<ModelColumn, 'label' | 'synonyms'>): string[] {
  return [label.zh, label.en, ...synonyms.zh, ...synonyms.en].flatMap((name) =>
    name === undefined ? [] : [name.toLowerCase().replace(/(?<=.)数$/u, '')],
  );
}

/** The measured noun, from one or two characters of the figure's name: 售票量 in 张 → 多少张票. */
function measuredThings(label: string): string[] {
  const words = /^\p{Script=Han}{2,6}$/u.test(label) ? [...label] : [];
  return [...new Set([...words, ...words.slice(1).map((char, at) => `${words[at]}${char}`)])].filter(
    (one) => one !== '的',
  );
}

function* thingNames(thing: NamedThing): Generator<GivenForm> {
  const more = costOfSource(thing);
  yield* namesOf(thing, { type: 'thing', thing: thing.id }, null, more);
  for (const column of thing.columns)
    yield* namesOf(column, columnMeaning(column), thing.id, costOfSource(thing, column.ref.column));
}

function* namesOf(part: Labelled, meaning: NameMeaning, owner: string | null, more: number): Generator<GivenForm> {
  const written = writtenNames(part);
  const abbreviated = abbreviatedNames(part).filter((name) => !written.some(({ text }) => text === name.text));
  for (const { text, rule, cost } of [...written, ...abbreviated])
    yield { text, meaning, rule, cost: cost + more, owner };
}
