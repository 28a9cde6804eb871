import type { Doubt, DoubtSign, Locale } from '@querent/contracts';
import { labelOf, type SemanticModel } from '@querent/semantic';
import type { Finding } from '@querent/sql';

/** Which doubts of the lint are signs that the answer may be another than was asked for. The others concern how it is written. */
const SIGNS: Readonly<Record<string, DoubtSign>> = { unknown_value: 'unknown_value', fan_out: 'rows_multiplied' };

/** The doubts of a statement as the answer discloses them: what each concerns, by its label, where the model has one. */
export function doubtsOf(findings: readonly Finding[], model: SemanticModel, locale: Locale): Doubt[] {
  const doubts = findings.flatMap(({ rule, fragment }) => {
    const sign = SIGNS[rule];
    return sign === undefined ? [] : [{ sign, about: labelsIn(fragment, model, locale) }];
  });
  return doubts.filter(({ sign, about }, at) => doubts.findIndex((other) => other.sign === sign && other.about === about) === at);
}

/** Labels of the columns that a fragment names; a name that several tables have is theirs in common only where they label it alike. */
function labelsIn(fragment: string, model: SemanticModel, locale: Locale): string {
  const names = [...fragment.replace(/'(?:[^']|'')*'/g, ' ').matchAll(/"((?:[^"]|"")+)"|[\p{L}_][\p{L}\p{N}_$]*/gu)].map(([word, quoted]) => quoted ?? word.toLowerCase());
  const labels = names.flatMap((name) => {
    const found = Object.values(model.tables).flatMap(({ columns }) => (Object.hasOwn(columns, name) ? [columns[name]] : []));
    const texts = new Set(found.map((column) => (column === undefined ? '' : labelOf(column, locale))));
    return texts.size === 1 ? [...texts] : [];
  });
  return [...new Set(labels)].filter((text) => text !== '').join(locale === 'zh' ? '、' : ', ');
}
