import { createHash } from 'node:crypto';
import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { createRandom, type Random } from '../../demo/data/random.mjs';

/**
 * A schema of a legacy system: cryptic physical names, which a model file, comments or nothing translate for business
 * users.
 */
export interface UglySchema {
  connection: string;
  snapshot: SchemaSnapshot;
  /** Content of the model file, or null for a derived model. */
  modelFile: object | null;
  /** Every physical name, including hidden ones. */
  names: string[];
}

interface Words {
  zh: string;
  en: string;
}

const words = (text: string): Words[] =>
  text
    .split(' ')
    .map((pair) => ({ zh: pair.split('/')[0] ?? '', en: (pair.split('/')[1] ?? '').replaceAll('-', ' ') }));
const things = words(
  '订单/order 客户/customer 门店/store 产品/product 合同/contract 设备/device 员工/employee 供应商/supplier 项目/project 发票/invoice 车辆/vehicle 仓库/warehouse',
);
const groups = words('地区/region 渠道/channel 类型/type 等级/grade 品牌/brand 部门/department 来源/source 阶段/stage');
const amounts = words('金额/amount 数量/quantity 成本/cost 评分/rating 重量/weight 利润/profit 折扣/discount');
const days = words('日期/date 登记日期/registration-date 完成日期/completion-date');
const values: Words[][] = [
  words('华东/East 华北/North 华南/South 西部/West'),
  words('线上/online 门店/shop 电话/phone'),
  words('金牌/gold 银牌/silver 铜牌/bronze'),
];

const latinBits = [
  'ord',
  'hdr',
  'cst',
  'mst',
  'amt',
  'dtl',
  'zx',
  'fld',
  'qnt',
  'rgn',
  'chn',
  'typ',
  'flg',
  'dwh',
  'stg',
  'kpl',
  'vbk',
  'lnr',
];
const hanBits = ['订单', '客户', '主', '明细', '编号', '金额', '数据', '字段', '日期', '类别', '信息'];

/**
 * A random meaningless name, in Latin, Chinese or both, with underscores, digits and camel case. No name contains
 * another.
 */
function uglyName(random: Random, taken: string[]): string {
  for (;;) {
    const bits = Array.from({ length: random.integer(2, 3) }, () => random.pick(latinBits));
    const han = random.pick(hanBits) + random.pick(hanBits);
    const digits = `${random.pick(['x', 'v', 'k', ''])}${random.integer(1, 99)}`;
    const name = random.pick([
      () => `t_${bits.join('_')}_${digits}`,
      () => `${bits.join('_')}_${digits}`,
      () => `F_${bits.join('_').toUpperCase()}_${digits}`,
      () => `${bits[0]}${(bits[1] ?? '').toUpperCase()}${digits}Q`,
      () => `${han}_${digits}`,
      () => `T_${han}_${random.pick(latinBits)}`,
      () => `${random.pick(hanBits)}_${random.pick(latinBits)}_${digits}`,
      () => `${random.pick(latinBits)}_${han}`,
    ])();
    const key = name.toLowerCase();
    if (taken.some((other) => other.toLowerCase().includes(key) || key.includes(other.toLowerCase()))) continue;
    taken.push(name);
    return name;
  }
}

type Naming = 'file' | 'file_zh' | 'comment_zh' | 'comment_en' | 'none' | 'hidden';

/** Sources of labels, with their relative frequency. */
const namings: Record<Naming, number> = { file: 5, file_zh: 1, comment_zh: 2, comment_en: 1, none: 2, hidden: 1 };

interface Part {
  name: string;
  naming: Naming;
  label: Words;
}

const part = (random: Random, taken: string[], label: Words, naming = random.weighted(namings)): Part => ({
  name: uglyName(random, taken),
  naming,
  label,
});
const commentOf = ({ naming, label }: Part): string | null =>
  naming === 'comment_zh' ? label.zh : naming === 'comment_en' ? label.en : null;

/** Generates a schema. @param seed determines the schema */
export function uglySchema(connection: string, seed: string): UglySchema {
  const random = createRandom(seed);
  const taken: string[] = [];
  const schema = uglyName(random, taken);
  const labels = [...things].sort(() => random.next() - 0.5).slice(0, random.integer(2, 4));
  const made = labels.map((label, i) => uglyTable(random, taken, label, i === 0 ? 'file' : undefined));
  const keys = made.map(({ table }) => table);
  // Every further table references the first.
  const tables = made.map(({ table, reference }, i) => {
    const [first] = keys;
    if (i === 0 || first === undefined) return table;
    const foreignKeys = [{ columns: [reference], toTable: first.name, toColumns: first.primaryKey }];
    return { ...table, foreignKeys };
  });
  const file = Object.assign({}, ...made.map(({ file }) => file)) as object;
  const withFile = random.chance(0.85);
  return {
    connection,
    snapshot: {
      connection,
      schema,
      takenAt: '2026-11-21T00:00:00.000Z',
      serverVersion: '16',
      hasPostgis: false,
      tables,
      fingerprint: createHash('sha256').update(JSON.stringify(tables)).digest('hex'),
    },
    modelFile: withFile ? { defaultLocale: 'zh', timezone: 'Asia/Shanghai', tables: file } : null,
    names: taken,
  };
}

function uglyTable(
  random: Random,
  taken: string[],
  label: Words,
  naming?: Naming,
): { table: SnapshotTable; reference: string; file: object } {
  const self = part(random, taken, label, naming);
  const [id, reference] = [
    part(random, taken, { zh: '流水号', en: 'serial number' }, 'none'),
    part(random, taken, { zh: '关联号', en: 'link number' }, 'none'),
  ];
  const named = part(random, taken, { zh: `${label.zh}名称`, en: `${label.en} name` });
  const some = (list: Words[], count: number): Part[] =>
    [...list]
      .sort(() => random.next() - 0.5)
      .slice(0, count)
      .map((word) => part(random, taken, word));
  const [grouping, measuring, dating] = [
    some(groups, random.integer(1, 3)),
    some(amounts, random.integer(1, 3)),
    some(days, 1),
  ];
  const column = (
    of: Part,
    type: string,
    category: SnapshotColumn['category'],
    more: Partial<SnapshotColumn> = {},
  ): SnapshotColumn => ({ name: of.name, type, category, nullable: true, comment: commentOf(of), ...more });
  const columns = [
    column(id, 'integer', 'integer', { nullable: false }),
    column(reference, 'integer', 'integer'),
    column(named, 'text', 'text'),
    ...grouping.map((of) =>
      column(of, 'text', 'text', {
        values: random.pick(values).map(({ zh, en }) => (random.chance(0.7) ? zh : en)),
        valuesComplete: true,
      }),
    ),
    ...measuring.map((of) => column(of, 'numeric(12,2)', 'numeric')),
    ...dating.map((of) => column(of, 'date', 'date', { min: '2022-01-01', max: '2026-11-20' })),
  ];
  const roles = new Map([
    [named, 'name'],
    ...grouping.map((of): [Part, string] => [of, 'dimension']),
    ...measuring.map((of): [Part, string] => [of, 'measure']),
    ...dating.map((of): [Part, string] => [of, 'time']),
  ]);
  const entries = [...roles].flatMap(([of, role]) =>
    fileEntry(of, role) === null ? [] : [[of.name, fileEntry(of, role)]],
  );
  const own = self.naming === 'hidden' ? { hidden: true } : labelled(self);
  return {
    table: {
      name: self.name,
      kind: 'table',
      comment: commentOf(self),
      estimatedRows: random.integer(10, 5000),
      primaryKey: [id.name],
      uniqueKeys: [],
      columns,
      foreignKeys: [],
    },
    reference: reference.name,
    file: { [self.name]: { ...own, columns: Object.fromEntries(entries) as object } },
  };
}

const labelled = ({ naming, label }: Part): object =>
  naming === 'file' ? { label } : naming === 'file_zh' ? { label: { zh: label.zh } } : {};

function fileEntry(of: Part, role: string): object | null {
  if (of.naming === 'hidden') return { role: 'hidden' };
  return of.naming.startsWith('file') ? { ...labelled(of), role } : null;
}
