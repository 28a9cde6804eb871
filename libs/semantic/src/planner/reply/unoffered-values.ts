import type { Ambiguity, Choice } from '@querent/contracts';
import type { SemanticModel } from '../../model/semantic-model';
import { lexiconOf } from '../lexicon/lexicon';
import { pickExact } from './pick-name';
import { EXCEPT } from './reply-words';

/**
 * A term is asked about with its plausible values only; a reply may name another all the same: then that one is meant, or with 除了
 * and its like everything that was offered. Null where it names none.
 */
export function pickUnoffered(ambiguity: Ambiguity, text: string, model: SemanticModel): Choice | 'offered' | null {
  const unoffered = unofferedValues(ambiguity, model);
  if (unoffered.length === 0) return null;
  const named = pickExact(unoffered, text);
  const value = named === null ? undefined : unoffered[named]?.value;
  if (value !== undefined) return { key: ambiguity.key, value };
  const denied = EXCEPT.exec(text)?.[1];
  return denied !== undefined && /^(?:除|all|everything|except|any)/.test(text) && pickExact(unoffered, denied) !== null ? 'offered' : null;
}

const TERM = 'term:';

function unofferedValues({ key, options }: Ambiguity, model: SemanticModel): Ambiguity['options'] {
  const term = key.startsWith(TERM) ? model.terms[key.slice(TERM.length)] : undefined;
  return (term?.candidates ?? []).flatMap((ref) => {
    const attribute = lexiconOf(model).things.get(ref.table)?.attributes.find((one) => one.ref.column === ref.column);
    const values = attribute === undefined ? [] : [...new Set([...Object.keys(attribute.values), ...attribute.stored])];
    return values.flatMap((value) => {
      const option = `${ref.table}.${ref.column}=${value}`;
      const names = [...(attribute?.values[value]?.zh ?? []), ...(attribute?.values[value]?.en ?? [])];
      return options.some((one) => one.value === option) ? [] : [{ id: option, label: names[0] ?? value, value: option, aliases: [value, ...names] }];
    });
  });
}
