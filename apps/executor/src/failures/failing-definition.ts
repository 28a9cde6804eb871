import type { Run } from '@querent/contracts';
import type { DatabaseFailure } from '@querent/datasource';
import { definitionsIn, label, say, type SemanticModel } from '@querent/model';
import { isDataException } from '@querent/sql';

/** With more definitions, naming them all would not help to find the one that fails. */
const MOST_NAMED = 3;

/**
 * The text for the asker of a planned question whose definition in the model cannot be calculated on the stored data;
 * null for any other failure. The compiler guards the divisions and casts that it writes itself, so that the definition
 * is the likely cause.
 */
export function failingDefinition(
  { request: { locale }, data: { semanticQuery, compiled } }: Run,
  { sqlstate }: Pick<DatabaseFailure, 'sqlstate'>,
  model: SemanticModel | null,
): string | null {
  if (!isDataException(sqlstate) || compiled?.source === 'model' || semanticQuery === null || model === null)
    return null;
  const definitions = definitionsIn(semanticQuery, model);
  if (definitions.length === 0) return null;
  const names = definitions.map((one) => label(one.label, locale));
  const isNamed = names.length <= MOST_NAMED && !names.includes('');
  const quoted = names.map((name) => `“${name}”`).join(say(locale, '或', ' or '));
  return say(
    locale,
    `${isNamed ? `${quoted}的定义` : '这个问题用到的一项定义'}在现有数据上无法计算。维护数据的人员能看到这个问题，并可修正该定义。`,
    `${isNamed ? `The definition of ${quoted}` : 'A definition that this question uses'} cannot be calculated on the present data. Those who maintain the data can see this question and correct the definition.`,
  );
}
