import type { ColumnRef, Filter, Scalar } from '@querent/contracts';
import { describeFilter } from '@querent/explain';
import { labelOf, say } from '@querent/model';
import type { Facts } from '@querent/grammar';
import type { PlanInput } from '../plan-input';

/** The inputs for naming parts of a model to the asker. */
export interface Wording {
  facts: Facts;
  locale: PlanInput['locale'];
  /** Returns words of the normalised question as the asker wrote them. */
  asWritten: (word: string) => string;
}

/** Finds words of a normalised question in the original one, if only their case differs. */
export function writtenIn(question: string): Wording['asWritten'] {
  const folded = question.toLowerCase();
  return (word) => {
    const at = folded.length === question.length ? folded.indexOf(word.toLowerCase()) : -1;
    return at < 0 ? word : question.slice(at, at + word.length);
  };
}

export function thingName({ facts: { model }, locale }: Wording, thing: string): string {
  const named = model.entities[thing] ?? model.tables[thing];
  return named ? labelOf(named, locale, thing.replaceAll('_', ' ')) : thing.replaceAll('_', ' ');
}

export function columnName({ facts, locale }: Wording, ref: ColumnRef): string {
  const labelled = facts.model.entities[ref.table]?.fields[ref.column] ?? facts.column(ref);
  return labelled ? labelOf(labelled, locale, ref.column.replaceAll('_', ' ')) : ref.column.replaceAll('_', ' ');
}

/** The name of a column with that of its owner, unless it already contains the latter. */
export function qualifiedName(wording: Wording, ref: ColumnRef): string {
  const [name, owner] = [columnName(wording, ref), thingName(wording, ref.table)];
  if (` ${name} `.toLowerCase().includes(say(wording.locale, owner, ` ${owner} `).toLowerCase())) return name;
  return say(wording.locale, `${owner}的${name}`, `${owner} ${name}`);
}

/** The label of a stored value in the asker's language. */
export function valueName({ facts, locale }: Wording, ref: ColumnRef, value: Scalar): string {
  return facts.column(ref)?.values[String(value)]?.[locale][0] ?? String(value);
}

/** All labels of a stored value. */
export function valueNames({ facts }: Wording, ref: ColumnRef, value: Scalar): string[] {
  const listed = facts.column(ref)?.values[String(value)];
  return [...new Set([String(value), ...(listed?.zh ?? []), ...(listed?.en ?? [])])];
}

/** All names of a column: its labels and synonyms. */
export function columnNames({ facts }: Wording, ref: ColumnRef): string[] {
  const labelled = facts.model.entities[ref.table]?.fields[ref.column] ?? facts.column(ref);
  return labelled ? namesOf(labelled) : [ref.column];
}

export function namesOf({
  label,
  synonyms,
}: {
  label: { zh?: string; en?: string };
  synonyms: { zh: string[]; en: string[] };
}): string[] {
  return [
    ...new Set(
      [label.zh, label.en, ...synonyms.zh, ...synonyms.en].flatMap((name) =>
        name === undefined || name === '' ? [] : [name],
      ),
    ),
  ];
}

/**
 * A condition in the asker's language. The column of a value is shown with its owner, as two things may have columns of
 * the same name.
 */
export function conditionText(wording: Wording, filter: Filter): string {
  const {
    facts: { model },
    locale,
  } = wording;
  const values =
    filter.kind === 'compare' && filter.op === '='
      ? [filter.value]
      : filter.kind === 'in' && !filter.negated
        ? filter.values
        : null;
  if (values === null || !('column' in filter)) return describeFilter(filter, { model, locale });
  const [name, meant] = [
    qualifiedName(wording, filter.column),
    values.map((value) => valueName(wording, filter.column, value)).join(say(locale, '或', ' or ')),
  ];
  return say(locale, `${name}为${meant}`, `${name} is ${meant}`);
}
