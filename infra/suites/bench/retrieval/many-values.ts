import { schemaSnapshot, type SchemaSnapshot } from '@querent/contracts';
import { seededRandom } from '@querent/testing';

/** Maximum number of indexed values of a column. */
const A_COLUMN = 2_000;
const FIRST =
  'north south east west new old upper lower grand little silver golden crystal maple cedar willow summit harbor river lake valley granite copper amber falcon heron otter badger lantern anchor compass orchard meadow prairie canyon'.split(
    ' ',
  );
const SECOND =
  'ridge brook field haven bridge crest point grove cliff shore marsh glen mead wick ford stead holm dale worth bury combe thorpe'.split(
    ' ',
  );
const LAST =
  'Trading Co., Ltd.|Logistics|Foods Inc.|Medical Group|Elementary School|Robotics|Hotel|Publishing|Textiles LLC|Energy Holdings|Museum|Station'.split(
    '|',
  );
const HAN =
  '青莲金华云海龙泉江宁安平东阳长兴永康宝山南湖文昌德清新城石桥天台松林兰溪花园明珠星河春晓秋实玉环丹阳白鹿凤鸣清远观澜嘉禾景德瑞安盛泽'.split(
    '',
  );
const HAN_LAST =
  '市 区 县 镇 贸易有限公司 科技股份有限公司 物流集团 第一中学 职业技术学院 人民医院 风景区 大酒店'.split(' ');

/**
 * A deterministic schema whose indexed text columns have `count` distinct values in total, half of them Chinese.
 */
export function manyValues(count: number, seed: number): SchemaSnapshot {
  const random = seededRandom(seed).next;
  const columns = Math.max(1, Math.ceil(count / A_COLUMN));
  const values = [
    ...new Set(Array.from({ length: count }, (_, at) => (at % 2 === 0 ? latin(random, at) : han(random, at)))),
  ];
  const tables = Array.from({ length: Math.ceil(columns / COLUMNS_A_TABLE) }, (_, table) => ({
    name: `register_${table}`,
    kind: 'table',
    comment: `register ${table}`,
    estimatedRows: 100_000,
    primaryKey: ['id'],
    uniqueKeys: [],
    foreignKeys: [],
    columns: [
      { name: 'id', type: 'bigint', category: 'integer', nullable: false, comment: null },
      ...Array.from({ length: Math.min(COLUMNS_A_TABLE, columns - table * COLUMNS_A_TABLE) }, (_unused, at) => {
        const from = (table * COLUMNS_A_TABLE + at) * A_COLUMN;
        return {
          name: at === 0 ? 'name' : `party_${at}`,
          type: 'text',
          category: 'text',
          nullable: true,
          comment: null,
          values: values.slice(from, from + A_COLUMN),
          valuesComplete: true,
        };
      }),
    ],
  }));
  return schemaSnapshot.parse({
    connection: 'values',
    schema: 'public',
    takenAt: '2026-01-01T00:00:00.000Z',
    serverVersion: '16',
    hasPostgis: false,
    fingerprint: `${count}/${seed}`,
    tables,
  });
}

const COLUMNS_A_TABLE = 10;

/** Some values contain numbers, like names of branches and schools. */
function latin(random: () => number, at: number): string {
  const words = [
    pick(FIRST, random),
    pick(FIRST, random) + pick(SECOND, random),
    ...(at % 3 === 0 ? [pick(FIRST, random) + pick(SECOND, random)] : []),
  ].map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [...words, pick(LAST, random), ...(at % 5 === 0 ? [String(Math.floor(random() * 90) + 10)] : [])].join(' ');
}

function han(random: () => number, at: number): string {
  const length = 2 + (at % 4);
  return Array.from({ length }, () => pick(HAN, random)).join('') + pick(HAN_LAST, random);
}

export function pick<T>(from: readonly T[], random: () => number): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('Nothing to pick from');
  return found;
}
