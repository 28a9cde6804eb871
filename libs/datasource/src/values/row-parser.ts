import type { FieldDef } from 'pg';
import { parseArrayText } from './array-text';
import type { CellValue } from './cell-value';
import { geoJsonFromEwkb } from './ewkb';
import { jsonValue } from './json-value';
import { cutText, isLongerThan } from './long-text';
import type { TypeCatalogue } from './type-catalogue';

/** A row as the server sent it: text, or null. */
export type RawRow = readonly (string | null)[];

type ValueParser = (text: string) => CellValue;

/**
 * Handling of a value that is too long: cut as text, dropped (null) because a partial structure would be invalid, or
 * kept.
 */
type TooLong = 'cut' | 'drop' | 'keep';

interface Reader {
  read: ValueParser;
  tooLong: TooLong;
}

/**
 * Parser per type, by internal type name; other types keep the server's text (dates, times, intervals as ISO 8601
 * durations, uuid, money, ranges, bits, network and search types, xml, enums, composite values). The table of results
 * in infra/docs/api.md documents the same.
 */
const READERS: Readonly<Record<string, Reader>> = {
  bool: { read: (text) => text === 't', tooLong: 'keep' },
  int2: { read: Number, tooLong: 'keep' },
  int4: { read: Number, tooLong: 'keep' },
  oid: { read: Number, tooLong: 'keep' },
  int8: { read: exactInteger, tooLong: 'keep' },
  float4: { read: floatNumber, tooLong: 'keep' },
  float8: { read: floatNumber, tooLong: 'keep' },
  // Always text: numeric is exact and JSON's numbers are not.
  numeric: { read: String, tooLong: 'keep' },
  timestamp: { read: isoTimestamp, tooLong: 'keep' },
  timestamptz: { read: isoTimestamp, tooLong: 'keep' },
  json: { read: jsonValue, tooLong: 'drop' },
  jsonb: { read: jsonValue, tooLong: 'drop' },
  bytea: { read: (text) => Buffer.from(text.slice(2), 'hex').toString('base64'), tooLong: 'drop' },
  geometry: { read: geoJsonFromEwkb, tooLong: 'drop' },
  geography: { read: geoJsonFromEwkb, tooLong: 'drop' },
};

const TEXT: Reader = { read: String, tooLong: 'cut' };

export interface CellBounds {
  /** Maximum bytes of one value in the server's text form. */
  maxCellBytes: number;
  /** Called for each value that was cut or dropped, with the number of lost bytes. */
  onCut: (bytes: number) => void;
}

/** Factor by which a structure may be longer than text: cut text keeps most of its content, a cut map boundary none. */
const STRUCTURE_FACTOR = 16;

/**
 * Returns a parser of raw rows with these fields. With `bounds`, long text is cut and ends in an ellipsis; JSON,
 * arrays, geometries and bytes of more than sixteen times the limit become null before they are parsed, because a part
 * would not be valid. Numbers are never cut.
 */
export function rowParser(
  fields: readonly FieldDef[],
  types: TypeCatalogue,
  bounds?: CellBounds,
): (row: RawRow) => CellValue[] {
  const parsers = fields.map((field) => {
    const reader = readerOf(field.dataTypeID, types);
    return bounds ? boundedParser(reader, bounds) : reader.read;
  });
  return (row) => row.map((text, i) => (text === null ? null : (parsers[i]?.(text) ?? null)));
}

function boundedParser({ read, tooLong }: Reader, { maxCellBytes, onCut }: CellBounds): ValueParser {
  if (tooLong === 'keep') return read;
  const maxBytes = tooLong === 'drop' ? maxCellBytes * STRUCTURE_FACTOR : maxCellBytes;
  return (text) => {
    if (!isLongerThan(text, maxBytes)) return read(text);
    const kept = tooLong === 'cut' ? cutText(text, maxBytes) : null;
    onCut(Buffer.byteLength(text) - Buffer.byteLength(kept ?? ''));
    return kept === null ? null : read(kept);
  };
}

function readerOf(oid: number, types: TypeCatalogue): Reader {
  const type = types.get(oid);
  if (!type) return TEXT;
  if (type.kind === 'd') return readerOf(type.base, types);
  if (type.element !== 0) {
    const { read } = readerOf(type.element, types);
    const delimiter = types.get(type.element)?.delimiter ?? ',';
    return { read: (text) => parseArrayText(text, delimiter, read), tooLong: 'drop' };
  }
  // Only base types, because an enumeration may have any of the names.
  return type.kind === 'b' && Object.hasOwn(READERS, type.name) ? (READERS[type.name] ?? TEXT) : TEXT;
}

function exactInteger(text: string): CellValue {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** JSON has neither NaN nor infinity: they stay text. */
function floatNumber(text: string): CellValue {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/**
 * `2024-05-01 10:20:30.5+08` → `2024-05-01T10:20:30.5+08:00`. Infinity and years BC stay unchanged; historic offsets
 * keep their seconds.
 */
function isoTimestamp(text: string): CellValue {
  const parts = /^(\d{4,})-(\d\d-\d\d) ([\d:.]+)([-+]\d\d)?(:\d\d)?(:\d\d)?$/.exec(text);
  if (!parts) return text;
  const [, year, day, time, hours, minutes = ':00', seconds = ''] = parts;
  return `${year}-${day}T${time}${hours === undefined ? '' : `${hours}${minutes}${seconds}`}`;
}
