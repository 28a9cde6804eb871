import type { FieldDef } from 'pg';
import { parseArrayText } from './array-text';
import type { CellValue } from './cell-value';
import { geoJsonFromEwkb } from './ewkb';
import type { TypeCatalogue } from './type-catalogue';

/** A row as the server sent it: text, or null. */
export type RawRow = readonly (string | null)[];

type ValueParser = (text: string) => CellValue;

/**
 * How each type's text becomes a value, by internal type name; every other type stays the server's text
 * (dates, times, intervals as ISO 8601 durations, uuid, money, ranges, network and search types, enums).
 */
const PARSERS: Readonly<Record<string, ValueParser>> = {
  bool: (text) => text === 't',
  int2: Number,
  int4: Number,
  oid: Number,
  int8: exactInteger,
  float4: floatNumber,
  float8: floatNumber,
  // Always text: numeric is exact and JSON's numbers are not.
  numeric: String,
  timestamp: isoTimestamp,
  timestamptz: isoTimestamp,
  json: jsonValue,
  jsonb: jsonValue,
  bytea: (text) => Buffer.from(text.slice(2), 'hex').toString('base64'),
  geometry: geoJsonFromEwkb,
  geography: geoJsonFromEwkb,
};

/** A function that turns the raw rows of these fields into values. */
export function rowParser(fields: readonly FieldDef[], types: TypeCatalogue): (row: RawRow) => CellValue[] {
  const parsers = fields.map((field) => parserOf(field.dataTypeID, types));
  return (row) => row.map((text, i) => (text === null ? null : (parsers[i]?.(text) ?? null)));
}

function parserOf(oid: number, types: TypeCatalogue): ValueParser {
  const type = types.get(oid);
  if (!type) return String;
  if (type.kind === 'd') return parserOf(type.base, types);
  if (type.element !== 0) {
    const parseElement = parserOf(type.element, types);
    const delimiter = types.get(type.element)?.delimiter ?? ',';
    return (text) => parseArrayText(text, delimiter, parseElement);
  }
  return Object.hasOwn(PARSERS, type.name) ? (PARSERS[type.name] ?? String) : String;
}

function exactInteger(text: string): CellValue {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** JSON has neither NaN nor infinity: they stay words. */
function floatNumber(text: string): CellValue {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** `2024-05-01 10:20:30.5+08` → `2024-05-01T10:20:30.5+08:00`. Infinity and years before Christ stay as they are; offsets of the time before time zones keep their seconds. */
function isoTimestamp(text: string): CellValue {
  const parts = /^(\d{4,})-(\d\d-\d\d) ([\d:.]+)([-+]\d\d)?(:\d\d)?(:\d\d)?$/.exec(text);
  if (!parts) return text;
  const [, year, day, time, hours, minutes = ':00', seconds = ''] = parts;
  return `${year}-${day}T${time}${hours === undefined ? '' : `${hours}${minutes}${seconds}`}`;
}

function jsonValue(text: string): CellValue {
  return JSON.parse(text) as CellValue;
}
