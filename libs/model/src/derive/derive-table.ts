import type { SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { noWords } from '../localized';
import { nameInWords } from '../name-words';
import type { LocalizedList, ModelColumn, ModelTable } from '../semantic-model';
import { derivedNames } from './derived-names';
import { derivedRole } from './derived-role';
import { derivedValues } from './derived-values';
import { withObservedKey } from './own-key';

/** Shared by the columns without texts, to save memory with the 200,000 columns of a large schema; hence frozen. */
const NO_TEXTS: string[] = [];
const NO_WORDS: LocalizedList = noWords();
const NO_VALUES: ModelColumn['values'] = {};
for (const shared of [NO_TEXTS, NO_WORDS, NO_WORDS.zh, NO_WORDS.en, NO_VALUES]) Object.freeze(shared);

/** The table of a model, derived from the snapshot only. */
export function deriveTable(described: SnapshotTable): ModelTable {
  const table = withObservedKey(described);
  const columns = Object.fromEntries(table.columns.map((column) => [column.name, deriveColumn(table, column)]));
  const defaultTime = timeColumn(Object.values(columns));
  return {
    name: table.name,
    synonyms: NO_WORDS,
    ...derivedNames(table.name, table.comment),
    columns,
    primaryKey: table.primaryKey,
    estimatedRows: table.estimatedRows,
    ...(defaultTime && { defaultTime }),
  };
}

const JUNK_TABLE =
  /^(spatial_ref_sys|geometry_columns|geography_columns|raster_columns|raster_overviews|pg_stat_.*|_?prisma_migrations|knex_migrations.*|schema_migrations|flyway_schema_history|databasechangelog.*|alembic_version|ar_internal_metadata|typeorm_metadata|topology|layer)$/i;
const LEFTOVER_TABLE = /(^|_)(bak|backup|tmp|temp|old)(_?\d*)?$|^(tmp|temp|bak)_/i;

/** Whether a table belongs to a tool or is a temporary copy, and therefore not to the business. */
export function isJunkTable(table: SnapshotTable): boolean {
  return JUNK_TABLE.test(table.name) || LEFTOVER_TABLE.test(table.name) || table.columns.length === 0;
}

function deriveColumn(table: SnapshotTable, column: SnapshotColumn): ModelColumn {
  const { label, synonyms = NO_WORDS, description } = derivedNames(column.name, column.comment);
  const { role, isYear, cast } = derivedRole(table, column);
  const storedValues = column.enumValues ?? column.values ?? NO_TEXTS;
  return {
    table: table.name,
    name: column.name,
    type: column.type,
    category: column.category,
    nullable: column.nullable,
    label,
    synonyms,
    ...(description && { description }),
    role,
    ...(cast && { cast }),
    values: derivedValues(column) ?? NO_VALUES,
    storedValues,
    storedValuesComplete: column.enumValues !== undefined || column.valuesComplete === true,
    isYear,
    unique: [table.primaryKey, ...table.uniqueKeys].some((key) => key.length === 1 && key[0] === column.name),
    ...(column.max !== undefined && { lastStored: column.max }),
  };
}

const EVENT_WORDS =
  /\b(order|ordered|placed|paid|sold|created|visited|visit|event|happened|date|day|time)\b|日期|时间/iu;
const BOOKKEEPING_WORDS =
  /\b(updated|modified|deleted|synced|imported|expires|expired|birth|birthday|end|until)\b|更新|修改|删除|出生|生日|结束|到期/iu;
/** Words for times that follow the event of a row, such as its due date or its end. */
const LATER_WORDS =
  /\b(due|deadline|expected|planned|scheduled|estimated|promised|closed|left|cancelled|canceled|returned|resolved|finished|completed)\b|截止|预计|计划|承诺|关闭|离职|取消|归还|完成/iu;

const WRITTEN_WORDS = /^(?:crtd|created?|inserted?|loaded|etl)\b/iu;

/** The default time of a table: the first column with the time of the row's event. */
function timeColumn(columns: ModelColumn[]): string | undefined {
  const times = columns.filter((column) => column.role === 'time');
  const words = (column: ModelColumn) => nameInWords(column.name);
  const lasting = times.filter((column) => !BOOKKEEPING_WORDS.test(words(column)));
  const year = columns.find((column) => column.isYear);
  // If the other times only record when a row was written, a year column is the better one.
  if (year && lasting.every((column) => WRITTEN_WORDS.test(words(column)))) return year.name;
  // The time of the event is set in every row. Times of later stages may be missing.
  const always = lasting.filter(({ nullable }) => !nullable);
  const own = always.length === 0 || always.length === lasting.length ? lasting : always;
  const first = own.some((column) => !LATER_WORDS.test(words(column)))
    ? own.filter((column) => !LATER_WORDS.test(words(column)))
    : own;
  const chosen = first.find((column) => EVENT_WORDS.test(words(column))) ?? first[0];
  return chosen?.name;
}
