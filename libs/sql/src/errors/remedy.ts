/**
 * Remedies after a failure. The first six change the question and become options of a clarification (see recovery in
 * libs/explain); the others are only advice.
 */
const REMEDIES = {
  narrow_time: { zh: '缩小时间范围', en: 'Look at a shorter period' },
  drop_condition: { zh: '去掉一个条件', en: 'Leave out a condition' },
  other_dimension: { zh: '换一种分组方式', en: 'Break it down another way' },
  use_totals: { zh: '只看合计', en: 'Ask for the total only' },
  first_rows: { zh: '只看前一部分', en: 'Ask for the first entries only' },
  narrow_values: { zh: '只看其中一项', en: 'Look at one of them only' },
  rephrase: { zh: '换一种问法', en: 'Ask it another way' },
  check_values: { zh: '检查日期、数字和名称的写法', en: 'Check how dates, numbers and names are written' },
  retry: { zh: '稍后重试', en: 'Try again shortly' },
  contact_admin: { zh: '联系管理员', en: 'Contact your administrator' },
  ask_again: { zh: '重新提问', en: 'Ask again' },
} as const satisfies Record<string, { zh: string; en: string }>;

export type Remedy = keyof typeof REMEDIES;

/** The remedies of a class as lines of advice, in the user's language. */
export function adviceOf(remedies: readonly Remedy[], locale: 'zh' | 'en'): string[] {
  return remedies.map((remedy) => REMEDIES[remedy][locale]);
}
