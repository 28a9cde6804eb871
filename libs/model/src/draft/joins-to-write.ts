import type { SchemaSnapshot } from '@querent/contracts';
import { joinsByName } from '../derive/derive-joins';
import type { ModelJoin } from '../semantic-model';

export interface DraftedJoin extends ModelJoin {
  /** `proven`: its stored values are all keys of the target; `named`: only names and types fit. */
  evidence: 'proven' | 'named';
  /** Whether the model without a file has it. */
  isDerived: boolean;
}

/**
 * The joins that the database does not declare: those of the derived model, and those that the names suggest and the
 * derived model leaves out because the schema has foreign keys.
 * @param derived the joins of the derived model
 */
export function joinsToWrite(snapshot: SchemaSnapshot, derived: readonly ModelJoin[]): DraftedJoin[] {
  const isDeclared = ({ from }: ModelJoin): boolean =>
    snapshot.tables.some(
      ({ name, foreignKeys }) =>
        name === from.table && foreignKeys.some(({ columns }) => columns.join('\0') === from.columns.join('\0')),
    );
  const ofModel = derived.filter((join) => !isDeclared(join));
  const known = new Set(ofModel.map(keyOf));
  const undeclared = { ...snapshot, tables: snapshot.tables.map((table) => ({ ...table, foreignKeys: [] })) };
  const suggested = joinsByName(undeclared).filter((join) => !isDeclared(join) && !known.has(keyOf(join)));
  return [
    ...ofModel.map((join) => ({ join, isDerived: true })),
    ...suggested.map((join) => ({ join, isDerived: false })),
  ].map(({ join, isDerived }) => ({ ...join, isDerived, evidence: evidenceOf(snapshot, join) }));
}

const keyOf = ({ from, to }: ModelJoin): string => JSON.stringify([from, to]);

/** At least so many distinct values must be keys: a few may be by chance. */
const FEWEST = 3;

function evidenceOf(snapshot: SchemaSnapshot, { from, to }: ModelJoin): DraftedJoin['evidence'] {
  const [values, keys] = [from, to].map(({ table, columns }) => {
    const [only, ...more] = columns;
    const column = snapshot.tables
      .find(({ name }) => name === table)
      ?.columns.find(({ name }) => name === only && more.length === 0);
    return column?.valuesComplete === true ? (column.values ?? []) : [];
  });
  const held = new Set(keys);
  return values !== undefined && values.length >= FEWEST && values.every((value) => held.has(value))
    ? 'proven'
    : 'named';
}
