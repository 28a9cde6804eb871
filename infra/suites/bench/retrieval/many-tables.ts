import { schemaSnapshot, type SchemaSnapshot, type SnapshotTable } from '@querent/contracts';
import { seededRandom } from '@querent/testing';

/**
 * Business words of a generated warehouse's tables, their source systems and their kinds.
 */
const THINGS =
  'customer supplier product order invoice payment shipment warehouse employee contract project asset claim policy account budget campaign lead ticket visit device meter route vehicle driver tender auction licence permit inspection incident audit training vacancy payslip pension loan deposit transfer card merchant refund return voucher bundle recipe batch machine sensor reading forecast'.split(
    ' ',
  );
const SYSTEMS = 'crm erp hr scm fin web pos iot lab tax dms bi mdm wms tms cms pim plm eam ehs'.split(' ');
const KINDS = 'header line history status note event summary address balance schedule'.split(' ');
const COLUMNS =
  'created_at updated_at amount quantity price currency region channel category priority owner comment reason discount weight volume score rating code serial_number valid_from valid_until approved_by closed_at'.split(
    ' ',
  );

/**
 * A warehouse of `count` tables (at most 10,000) with 20 columns each, determined by `seed`.
 */
export function manyTables(count: number, seed: number): SchemaSnapshot {
  const random = seededRandom(seed).next;
  const names = SYSTEMS.flatMap((system) =>
    THINGS.flatMap((thing) => KINDS.map((kind) => ({ system, thing, kind }))),
  ).slice(0, count);
  const tables = names.map(({ system, thing, kind }, at): SnapshotTable => {
    const head = `${system}_${thing}_header`;
    const other = THINGS[Math.floor(random() * THINGS.length)] ?? thing;
    const own = Array.from(
      { length: 16 },
      (_, i) => `${i % 3 === 0 ? `${kind}_` : ''}${COLUMNS[Math.floor(random() * COLUMNS.length)] ?? 'code'}`,
    );
    const columns = [...new Set([`${thing}_${kind}_id`, `${thing}_id`, `${other}_id`, ...own])];
    for (let i = 0; columns.length < 20; i++) columns.push(`${thing}_${COLUMNS[(at + i) % COLUMNS.length] ?? 'code'}`);
    const to = `${system}_${other}_header`;
    return {
      name: `${system}_${thing}_${kind}`,
      kind: 'table',
      comment: `${kind} of each ${thing} in ${system}`,
      estimatedRows: 1_000,
      primaryKey: [`${thing}_${kind}_id`],
      uniqueKeys: [],
      columns: columns.map((name) => ({
        name,
        type: name.endsWith('_id') ? 'bigint' : 'text',
        category: name.endsWith('_id') ? 'integer' : 'text',
        nullable: true,
        comment: `${name.replaceAll('_', ' ')} of the ${thing}`,
      })),
      foreignKeys: [
        ...(kind === 'header' ? [] : [{ columns: [`${thing}_id`], toTable: head, toColumns: [`${thing}_header_id`] }]),
        { columns: [`${other}_id`], toTable: to, toColumns: [`${other}_header_id`] },
      ],
    };
  });
  return schemaSnapshot.parse({
    connection: 'many',
    schema: 'public',
    takenAt: '2026-01-01T00:00:00.000Z',
    serverVersion: '16',
    hasPostgis: false,
    fingerprint: `${count}/${seed}`,
    tables,
  });
}

/** A question about one of the tables, with the table's name. */
export function askedOf(snapshot: SchemaSnapshot, seed: number): { question: string; table: string } {
  const random = seededRandom(seed).next;
  const table = snapshot.tables[Math.floor(random() * snapshot.tables.length)];
  const column = table?.columns[Math.floor(random() * table.columns.length)]?.name ?? '';
  const [system = '', thing = '', kind = ''] = (table?.name ?? '').split('_');
  return {
    question: `what is the ${column.replaceAll('_', ' ')} in the ${kind} of each ${thing} of ${system}`,
    table: table?.name ?? '',
  };
}
