import type { ResultColumn, Row } from '@querent/contracts';
import { tableFromIPC, type Table } from 'apache-arrow';
import { arrowOf } from './arrow-stream';
import { epochDays, epochMicroseconds } from './arrow-time';

const column = (type: ResultColumn['type'], label: string = type, unit?: string): ResultColumn => ({
  key: label,
  label: `label of ${label}`,
  type,
  ...(unit === undefined ? {} : { unit }),
});

async function* pages(...given: Row[][]): AsyncGenerator<Row[]> {
  yield* given;
}

async function read(columns: ResultColumn[], ...given: Row[][]): Promise<Table> {
  const parts: Buffer[] = [];
  for await (const part of arrowOf(columns, pages(...given), () => pages(...given), 'Asia/Shanghai')) parts.push(part);
  return tableFromIPC(Buffer.concat(parts));
}

/** The unscaled integer of a decimal cell. */
function unscaledAt(table: Table, row: number): bigint | null {
  const words = table.getChild('number')?.get(row) as Uint32Array | null;
  return words === null
    ? null
    : BigInt.asIntN(
        128,
        words.reduce((sum, word, i) => sum | (BigInt(word) << BigInt(32 * i)), 0n),
      );
}

describe('a result as an Arrow stream', () => {
  it('is read by the Arrow library with the original values of every type, including nulls', async () => {
    const types: ResultColumn['type'][] = ['string', 'number', 'integer', 'boolean', 'date', 'datetime', 'geo', 'json'];
    const point = { type: 'Point', coordinates: [1, 2] };
    const rows: Row[] = [
      ['北京 🏮', 0.1, 42, true, '2024-02-29', '2024-05-01T18:20:30.25+08:00', point, { a: [1, null], __proto__x: 1 }],
      [null, null, null, null, null, null, null, null],
      ['', 'NaN', '9007199254740993', false, '0044-03-15 BC', '2024-05-01T10:20:30.000001+00:00', null, 'text'],
      ['x', '-Infinity', '-9223372036854775808', false, 'infinity', 'infinity', null, 5],
    ];
    const table = await read(
      types.map((type) => column(type)),
      rows.slice(0, 2),
      rows.slice(2),
    );
    expect(table.schema.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'string Utf8',
      'number Float64',
      'integer Int64',
      'boolean Bool',
      'date Date32<DAY>',
      'datetime Timestamp<MICROSECOND, Asia/Shanghai>',
      'geo Utf8',
      'json Utf8',
    ]);
    const cells = (name: string): unknown[] =>
      Array.from({ length: 4 }, (_, row) => table.getChild(name)?.get(row) as unknown);
    expect(table.numRows).toBe(4);
    expect(table.batches).toHaveLength(2);
    expect(cells('string')).toEqual(['北京 🏮', null, '', 'x']);
    expect(cells('number')).toEqual([0.1, null, Number.NaN, Number.NEGATIVE_INFINITY]);
    expect(cells('integer')).toEqual([42n, null, 9007199254740993n, -9223372036854775808n]);
    expect(cells('boolean')).toEqual([true, null, false, false]);
    expect(cells('geo')).toEqual([JSON.stringify(point), null, null, null]);
    expect(cells('json').map((cell) => (cell === null ? null : (JSON.parse(String(cell)) as unknown)))).toEqual([
      rows[0]?.[7],
      null,
      'text',
      5,
    ]);
    expect(cells('date').slice(0, 2)).toEqual([Date.parse('2024-02-29'), null]);
    const micros = table.getChild('datetime')?.data.flatMap(({ values }) => [...(values as BigInt64Array)]);
    expect([micros?.[0], micros?.[2], micros?.[3]]).toEqual([
      1714558830250000n,
      1714558830000001n,
      9223372036854775807n,
    ]);
  });

  it('keeps numerics exact as decimals with the digits of the longest value of any page', async () => {
    const values = [
      '12.50',
      '-0.05',
      '0',
      '-99999999999999999999999999999999999.999',
      null,
      '123456789012345678901234567890.1',
    ];
    const table = await read([column('number')], ...values.map((value): Row[] => [[value]]));
    expect(table.schema.fields[0]?.type).toMatchObject({ scale: 3, precision: 38, bitWidth: 128 });
    expect(values.map((_, row) => unscaledAt(table, row))).toEqual([
      12_500n,
      -50n,
      0n,
      -99999999999999999999999999999999999999n,
      null,
      123456789012345678901234567890_100n,
    ]);
  });

  it.each([
    ['not a number', 'NaN'],
    ['infinite', '-Infinity'],
    ['longer than 38 digits', '1234567890123456789012345678901234567.12'],
  ])('keeps numerics as text if one of any page is %s', async (_, value) => {
    const table = await read([column('number')], [['12.50']], [[value]]);
    expect(String(table.schema.fields[0]?.type)).toBe('Utf8');
    expect(table.schema.fields[0]?.metadata.get('type')).toBe('numeric');
    expect([table.getChild('number')?.get(0), table.getChild('number')?.get(1)]).toEqual(['12.50', value]);
  });

  it('keeps local times without a zone', async () => {
    const table = await read([column('datetime')], [['2024-05-01T10:20:30']]);
    expect(String(table.schema.fields[0]?.type)).toBe('Timestamp<MICROSECOND>');
  });

  it('uses text for a column without values on the first page, unless later pages decide', async () => {
    const table = await read(
      [column('number'), column('datetime')],
      [[null, 'infinity']],
      [[1.5, '2024-05-01T10:20:30+08:00']],
    );
    expect(table.schema.fields.map(({ type }) => String(type))).toEqual(['Float64', 'Utf8']);
    expect(table.toArray().map((row) => Object.values(row.toJSON() as object) as unknown[])).toEqual([
      [null, 'infinity'],
      [1.5, '2024-05-01T10:20:30+08:00'],
    ]);
  });

  it('has a schema and no rows for an empty result', async () => {
    const table = await read([column('integer', '编号'), column('string', '名称')]);
    expect([table.numRows, table.schema.names]).toEqual([0, ['编号', '名称']]);
  });

  it('names columns by unique keys, with labels and units as metadata', async () => {
    const table = await read(
      [column('number', 'total', '元'), column('number', 'total'), column('string', '__proto__')],
      [[1, 2, 'x']],
    );
    expect(table.schema.names).toEqual(['total', 'total (2)', '__proto__']);
    expect([...(table.schema.fields[0]?.metadata ?? [])]).toEqual([
      ['querent:type', 'number'],
      ['label', 'label of total'],
      ['unit', '元'],
    ]);
    expect(table.getChildAt(2)?.get(0)).toBe('x');
  });

  it('has no end-of-stream marker when reading the rows fails', async () => {
    const failing = async function* (): AsyncGenerator<Row[]> {
      yield [[1]];
      throw new Error('gone');
    };
    const parts: Buffer[] = [];
    await expect(
      (async () => {
        for await (const part of arrowOf([column('integer')], failing(), failing, 'UTC')) parts.push(part);
      })(),
    ).rejects.toThrow('gone');
    expect(parts).toHaveLength(1);
  });

  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2024-02-29', 19782],
    ['0001-01-01', -719162],
    ['0001-12-31 BC', -719163],
    ['0044-03-15 BC', -735160],
    ['12024-05-01', 3672269],
  ])('counts the days of %s', (text, days) => expect(epochDays(text)).toBe(days));
  it.each([
    ['1900-01-01T08:05:43+08:05:43', -2208988800000000n],
    ['0044-03-15 10:00:00+08 BC', BigInt(-735160) * 86_400_000_000n + 7_200_000_000n],
    ['294276-12-31T23:59:59.999999', 9223372036854775807n],
  ])('counts the microseconds of %s', (text, micros) => expect(epochMicroseconds(text)).toBe(micros));
});
