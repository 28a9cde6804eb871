import type { Locale } from '@querent/contracts';
import { fillText } from '@querent/language';

/** Templates of all answer sentences for `fillText`; both languages use the same placeholders. */
export const phrases = {
  // One value
  number: { zh: '{topic}为 {value}。', en: '{topic}: {value}.' },
  number_of: { zh: '{topic}共有 {value}。', en: '{topic}: {value}.' },
  number_asked: { zh: '{topic}：{value}。', en: '{topic}: {value}.' },
  number_labelled: { zh: '{topic}：{label}为 {value}。', en: '{topic}: {value} ({label}).' },
  no_value: { zh: '{topic}：没有可供计算的数据。', en: '{topic}: there is no data to compute this from.' },
  values_of_one: { zh: '{topic}：{values}。', en: '{topic}: {values}.' },
  extremes_of_one: { zh: '其中{highest}最高，{lowest}最低。', en: 'Highest: {highest}; lowest: {lowest}.' },
  first_of_all: { zh: '{topic}：{name}（{values}）。', en: '{topic}: {name} ({values}).' },
  // Empty results
  nothing: {
    zh: '没有找到符合条件的数据。查询的内容是：{topic}。',
    en: 'No data matches. Searched for: {topic}.',
  },
  // Over time
  trend: {
    zh: '{topic}：从{first}的 {firstValue}到{last}的 {lastValue}，{move}。',
    en: '{topic}: from {firstValue} {first} to {lastValue} {last}, {move}.',
  },
  trend_of: {
    zh: '{measure}从{first}的 {firstValue}到{last}的 {lastValue}，{move}。',
    en: '{measure}: from {firstValue} {first} to {lastValue} {last}, {move}.',
  },
  extremes_in_time: {
    zh: '最高是{highest}的 {highestValue}，最低是{lowest}的 {lowestValue}。',
    en: 'The peak was {highestValue} {highest}, the low {lowestValue} {lowest}.',
  },
  trend_by_group: {
    zh: '{topic}：共 {groups} 组、{periods} 个时期。{last}最高的是{name}（{value}）。',
    en: '{topic}: {groups} {groups:group|groups} over {periods} {periods:period|periods}. Highest {last}: {name} ({value}).',
  },
  move_up: { zh: '上升 {rate}', en: 'up {rate}' },
  move_down: { zh: '下降 {rate}', en: 'down {rate}' },
  move_none: { zh: '持平', en: 'unchanged' },
  move_unrated: { zh: '变化 {change}', en: 'a change of {change}' },
  // Groups
  groups: {
    zh: '{topic}，共 {count} 组：最高的是{highest}，最低的是{lowest}。',
    en: '{topic}, {count} {count:group|groups}. Highest: {highest}; lowest: {lowest}.',
  },
  few_groups: { zh: '{topic}：{list}。', en: '{topic}: {list}.' },
  all_equal: {
    zh: '{topic}，共 {count} 组，均为 {value}。',
    en: '{topic}, {count} {count:group|groups}, all at {value}.',
  },
  total: { zh: '合计 {value}。', en: 'In total {value}.' },
  groups_without_value: { zh: '另有 {count} 组没有数值。', en: '{count} more {count:group has|groups have} no value.' },
  ranking: { zh: '{topic}：依次是{list}。', en: '{topic}: {list}.' },
  ranking_cut: {
    zh: '{topic}，共 {count} 项，前 {shown} 项依次是{list}。',
    en: '{topic}, {count} in all; the first {shown}: {list}.',
  },
  shares: { zh: '{topic}：占比最高的是{list}。', en: '{topic}: the largest share is {list}.' },
  shares_next: { zh: '{first}，其次是{rest}', en: '{first}, followed by {rest}' },
  // Two periods
  compared: {
    zh: '{topic}：{base}为 {baseValue}，{current}为 {currentValue}，{move}。',
    en: '{topic}: {base} was {baseValue}, {current} {currentValue}, {move}.',
  },
  grew: { zh: '增加 {change}（{rate}）', en: 'up by {change} ({rate})' },
  shrank: { zh: '减少 {change}（{rate}）', en: 'down by {change} ({rate})' },
  grew_unrated: { zh: '增加 {change}', en: 'up by {change}' },
  shrank_unrated: { zh: '减少 {change}', en: 'down by {change}' },
  compared_groups: {
    zh: '{topic}，共 {count} 组：{up} 组上升，{down} 组下降。',
    en: '{topic}, {count} {count:group|groups}: {up} up, {down} down.',
  },
  most_up: {
    zh: '上升最多的是{name}（{baseValue} → {currentValue}，{move}）。',
    en: 'The largest rise: {name} ({baseValue} → {currentValue}, {move}).',
  },
  most_down: {
    zh: '下降最多的是{name}（{baseValue} → {currentValue}，{move}）。',
    en: 'The largest fall: {name} ({baseValue} → {currentValue}, {move}).',
  },
  unequal_periods: {
    zh: '两个时期长短不同：{base}有 {baseDays} 天，{current}有 {currentDays} 天。',
    en: 'The periods differ in length: {base} has {baseDays} {baseDays:day|days}, {current} has {currentDays}.',
  },
  changed_name: { zh: '{name}（{baseValue} → {currentValue}）', en: '{name} ({baseValue} → {currentValue})' },
  // Lists
  found_one: { zh: '{topic}：找到 1 条，{name}。', en: '{topic}: 1 found, {name}.' },
  found_few: { zh: '{topic}：共找到 {count} 条，分别是{list}。', en: '{topic}: {count} found: {list}.' },
  found_many: {
    zh: '{topic}：共找到 {count} 条，前几条是{list}等。',
    en: '{topic}: {count} found, the first being {list}.',
  },
  found_unnamed: { zh: '{topic}：共找到 {count} 条。', en: '{topic}: {count} found.' },
  found_truncated: {
    zh: '{topic}：结果较多，只取回了前 {count} 条，最前面的是{list}等。',
    en: '{topic}: there are many results; only the first {count} {count:was|were} fetched, beginning with {list}.',
  },
  nearest: { zh: '最近的是{name}（{distance}）。', en: 'The nearest is {name} ({distance}).' },
  // Disclosures
  truncated: {
    zh: '结果超过 {count} 行，只取回了前 {count} 行。',
    en: 'The result has more than {count} {count:row|rows}; only the first {count} {count:was|were} fetched.',
  },
  overlapping: {
    zh: '各组之间可能有重叠，占比之和不一定是 100%。',
    en: 'The groups may overlap, so the shares need not add up to 100%.',
  },
  skipped: {
    zh: '“{label}”中有 {count} 个值不是有效数值，未计入。',
    en: '{count} {count:value|values} of “{label}” {count:is not a valid number and was|are not valid numbers and were} left out.',
  },
  sources: { zh: '数据来源：{list}。', en: 'Sources: {list}.' },
  source: { zh: '{name} {count} 条', en: '{name}: {count}' },
  part_periods: { zh: '其中{list}只含部分日期。', en: 'Only part of {list} is covered.' },
  notes: { zh: '说明：{list}。', en: 'Note: {list}.' },
  // Signs of doubt
  doubt_empty: { zh: '没有找到任何数据。', en: 'Nothing was found.' },
  doubt_unknown_value: { zh: '数据中没有这样的取值：{list}。', en: 'Not among the stored values: {list}.' },
  doubt_unknown_value_somewhere: {
    zh: '问题中有的取值在数据中并不存在。',
    en: 'A value that the question names is not among those stored.',
  },
  doubt_rows_multiplied: {
    zh: '有的数据可能被重复计入：{list}。',
    en: 'Some of this may have been counted more than once: {list}.',
  },
  doubt_rows_multiplied_somewhere: {
    zh: '有的数据可能被重复计入。',
    en: 'Some of this may have been counted more than once.',
  },
  doubt_ignored: { zh: '没有考虑问题中的：{list}。', en: 'Not taken into account from the question: {list}.' },
  doubt_ignored_somewhere: { zh: '问题中有的内容没有考虑到。', en: 'Part of the question was not taken into account.' },
  doubt_all_null: { zh: '全都没有值的内容：{list}。', en: 'There is no value at all for: {list}.' },
  doubt_all_null_somewhere: { zh: '有一项内容全都没有值。', en: 'Part of the result has no value at all.' },
  doubt_magnitude: {
    zh: '数值大得或小得不寻常，请核对：{list}。',
    en: 'The size of these figures is unusual; please check them: {list}.',
  },
  doubt_magnitude_somewhere: {
    zh: '有的数值大得或小得不寻常，请核对。',
    en: 'The size of some figures is unusual; please check them.',
  },
  // Without a result
  no_answer: { zh: '这个问题没有可显示的结果。', en: 'There is nothing to show for this question.' },
  untitled: { zh: '查询结果', en: 'Result' },
  // Names
  named_value: { zh: '{name}（{value}）', en: '{name} ({value})' },
  label_value: { zh: '{label} {value}', en: '{label}: {value}' },
} as const satisfies Record<string, Record<Locale, string>>;

export type PhraseId = keyof typeof phrases;

/** A phrase with its placeholders filled in. */
export function phrase(id: PhraseId, locale: Locale, values: Readonly<Record<string, string | number>> = {}): string {
  return fillText(phrases[id][locale], values, locale);
}

const separators: Record<Locale, { list: string; clause: string; sentence: string }> = {
  zh: { list: '、', clause: '；', sentence: '' },
  en: { list: ', ', clause: '; ', sentence: ' ' },
};

/** Joins the items of a list: 甲、乙、丙 / a, b, c. */
export function listed(parts: readonly string[], locale: Locale): string {
  return parts.join(separators[locale].list);
}
/** Capitalises the first letter. */
export function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
export function clauses(parts: readonly string[], locale: Locale): string {
  return parts.join(separators[locale].clause);
}
export function sentences(parts: readonly string[], locale: Locale): string {
  return parts.filter((part) => part !== '').join(separators[locale].sentence);
}
