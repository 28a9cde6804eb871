import type { SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { nameInWords } from '../name-words';
import type { ColumnRole } from '../semantic-model';

export interface DerivedRole {
  role: ColumnRole;
  isYear: boolean;
  cast?: { to: string; when: string };
}

/** Derives the role of a column from its keys, type, name and stored values. */
export function derivedRole(table: SnapshotTable, column: SnapshotColumn): DerivedRole {
  const words = wordsOf(column);
  if (holdsYears(column, words)) return { role: 'dimension', isYear: true };
  const cast = numberStoredAsText(column, words);
  if (cast && !isKey(table, column)) return { role: 'measure', isYear: false, cast };
  const role = plainRole(table, column, words);
  const time = role === 'key' || role === 'name' ? undefined : timeStoredAsText(column);
  return time ? { role: 'time', isYear: false, cast: time } : { role, isYear: false };
}

const TIMES: readonly { to: string; when: string; written: RegExp }[] = [
  {
    to: 'date',
    when: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    written: /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  },
  {
    to: 'timestamp',
    when: '^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}',
    written:
      /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/,
  },
];

/** The cast of a text column whose values are all dates or timestamps: 2024-05-01, 2024-05-01 10:30:00. */
function timeStoredAsText({
  category,
  enumValues,
  values = [],
}: SnapshotColumn): { to: string; when: string } | undefined {
  if (category !== 'text' || enumValues) return undefined;
  const texts = values.map((value) => value.trim()).filter(Boolean);
  const found = TIMES.find(({ written }) => texts.length > 2 && texts.every((text) => written.test(text)));
  return found && { to: found.to, when: found.when };
}

const NAME_WORDS = /(^|[\s_])(name|nm|fname|title|fullname|username|nickname)$|名称$|名字$|姓名$|标题$|[^排]名$|^名$/iu;
const LONG_TEXT_WORDS =
  /\b(description|desc|intro|introduction|content|body|comment|comments|remark|remarks|note|notes|summary|detail|details|address|url|link|email|mail|phone|mobile|tel|image|photo|avatar|path|password|token|hash|json|html)\b|简介|介绍|描述|内容|备注|说明|地址|电话|手机|网址|链接|邮箱|图片|摘要|详情/iu;
const CODE_WORDS =
  /\b(id|ids|code|no|number|zip|postcode|sku|isbn|phone|mobile|uuid|guid|seq|sort|version)\b|编号|编码|代码|序号|邮编|电话|手机/iu;
const COORDINATE_WORDS = /\b(lat|lng|lon|latitude|longitude)\b|经度|纬度/iu;
const CATEGORY_WORDS =
  /\b(status|state|type|kind|category|class|level|grade|flag|gender|sex|month|quarter|week|day|hour|is|has)\b|状态|类型|类别|等级|级别|性别|月份|季度|是否/iu;
const YEAR_WORDS = /\byears?\b|年份|年度|^年$/iu;
const NUMBER_WORDS =
  /\b(rating|score|price|amount|cost|fee|ticket|weight|height|salary|rate|percent|quantity|qty|total)\b|评分|得分|分数|价格|票价|金额|费用|数量|单价|总价|比例/iu;

function plainRole(table: SnapshotTable, column: SnapshotColumn, words: string): ColumnRole {
  if (isKey(table, column) && !(column.category === 'text' && NAME_WORDS.test(words))) return 'key';
  switch (column.category) {
    case 'integer':
    case 'numeric':
      return numberRole(column, words);
    case 'text':
      return textRole(table, column, words);
    case 'boolean':
      return 'dimension';
    case 'date':
    case 'timestamp':
      return 'time';
    case 'geometry':
      return 'geo';
    case 'uuid':
      return 'key';
    default:
      return 'text';
  }
}

function numberRole(column: SnapshotColumn, words: string): ColumnRole {
  if (COORDINATE_WORDS.test(words)) return 'text';
  if (column.category === 'integer' && CODE_WORDS.test(words)) return 'key';
  if (column.category === 'integer' && CATEGORY_WORDS.test(words)) return 'dimension';
  return 'measure';
}

function textRole(table: SnapshotTable, column: SnapshotColumn, words: string): ColumnRole {
  if (column.enumValues) return 'dimension';
  if (nameColumn(table)?.name === column.name) return 'name';
  if (LONG_TEXT_WORDS.test(words)) return 'text';
  return meanLengthOf(column) > SHORT_TEXT ? 'text' : 'dimension';
}

/** Cache of the name column per table: it is needed for every text column, and each search reads all columns. */
const nameColumns = new WeakMap<SnapshotTable, SnapshotColumn | null>();

function nameColumn(table: SnapshotTable): SnapshotColumn | null {
  const known = nameColumns.get(table);
  const found = known === undefined ? (nameColumnOf(table) ?? null) : known;
  nameColumns.set(table, found);
  return found;
}

/** The name column of a table: one called name or title, else the one with the table's name (`product_name`). */
function nameColumnOf(table: SnapshotTable): SnapshotColumn | undefined {
  const named = table.columns.filter(
    (column) =>
      column.category === 'text' &&
      !column.enumValues &&
      NAME_WORDS.test(wordsOf(column)) &&
      !isForeignKey(table, column),
  );
  const [exact] = named.filter((column) => /^(name|title|名称|标题|姓名)$/iu.test(column.name));
  const own = nameInWords(table.name).replace(/s$/, '');
  return exact ?? named.find((column) => wordsOf(column).startsWith(own)) ?? named[0] ?? describedCode(table);
}

/** The description in a look-up table of codes, which serves as the name: genre_code, genre_description. */
function describedCode(table: SnapshotTable): SnapshotColumn | undefined {
  const [key, ...more] = table.primaryKey;
  const [column, ...others] = table.columns.filter(({ name }) => name !== key);
  const isCoded = key !== undefined && more.length === 0 && others.length === 0 && column?.category === 'text';
  return isCoded && DESCRIPTION.test(wordsOf(column)) && meanLengthOf(column) <= SHORT_TEXT ? column : undefined;
}

const DESCRIPTION = /(?:^| )(?:description|desc|label|text|meaning)$|(?:说明|描述|含义)$/iu;
/** Maximum mean length of a dimension's values, in characters. Longer texts are prose. */
const SHORT_TEXT = 40;

const meanLengthOf = ({ values = [] }: SnapshotColumn): number =>
  values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length);

function holdsYears(column: SnapshotColumn, words: string): boolean {
  if (column.category !== 'integer' && column.category !== 'text') return false;
  if (!YEAR_WORDS.test(words)) return false;
  const values = column.values ?? [];
  if (values.length === 0) return column.category === 'integer';
  // Some invalid values, such as `n/a`, are accepted in a text column; they are treated as missing.
  const years = values.filter((value) => /^(19|20|21)\d{2}$/.test(value.trim()));
  return column.category === 'integer' ? years.length === values.length : years.length >= values.length * MOSTLY;
}

/** Minimum share of numbers (or years) among the values of a text column that is treated as numeric. */
const MOSTLY = 0.6;
const PLAIN_NUMBER = /^\d+(\.\d+)?$/;

/** The cast of a text column with mostly numbers, such as a rating with `--` for none. Codes (`007`) are excluded. */
function numberStoredAsText(column: SnapshotColumn, words: string): { to: string; when: string } | undefined {
  if (column.category !== 'text' || column.enumValues || column.values === undefined) return undefined;
  const values = column.values.map((value) => value.trim()).filter(Boolean);
  if (values.length < 3) return undefined;
  if (CODE_WORDS.test(words) || !(NUMBER_WORDS.test(words) || values.some((value) => value.includes('.'))))
    return undefined;
  const numbers = values.filter((value) => PLAIN_NUMBER.test(value));
  if (numbers.length < values.length * MOSTLY || numbers.some((value) => /^0\d/.test(value))) return undefined;
  return { to: 'numeric', when: '^[0-9]+(\\.[0-9]+)?$' };
}

const isKey = (table: SnapshotTable, column: SnapshotColumn): boolean =>
  (table.primaryKey.includes(column.name) && !['date', 'timestamp'].includes(column.category)) ||
  isForeignKey(table, column);

const isForeignKey = (table: SnapshotTable, column: SnapshotColumn): boolean =>
  table.foreignKeys.some((key) => key.columns.includes(column.name));

const wordsOf = (column: SnapshotColumn): string => nameInWords(column.name);
