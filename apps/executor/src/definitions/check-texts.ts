/** Why a definition was not calculated, for the owner of the data. */
export const checkTexts = {
  tooSlow: {
    zh: '在限定的时间和成本内没有算完，还不知道能否算出。',
    en: 'It was not calculated within the limits of time and cost, so it is not known whether it can be.',
  },
  away: {
    zh: '数据源暂时无法访问或正忙，没有检查。',
    en: 'The data source is busy or cannot be reached right now, so this was not checked.',
  },
  left: { zh: '没有检查。', en: 'This was not checked.' },
} as const satisfies Record<string, { zh: string; en: string }>;
