import { normalizeText } from '@querent/language';
import type { Locale, ModeReason, RunRequest, SemanticQuery } from '@querent/contracts';
import { questionLength } from './question-length';
import { isSimple } from './simple-query';

/** What decides between fast and full; each setting is an environment variable of the intent worker. */
export interface FastMode {
  /** False: only a request that asks for it is fast. */
  autoDetect: boolean;
  skipSamples: boolean;
  skipChart: boolean;
  /** Longer questions are full; see `questionLength`. */
  maxLength: number;
  /** Words that want a picture or an analysis. */
  disableWords: readonly string[];
}

/** What a run's mode is chosen from. */
export interface ModeInput {
  asked: RunRequest['mode'];
  question: string;
  /** Null: a model is to answer it. */
  query: SemanticQuery | null;
}

type Mode = 'fast' | 'full';

/** The rules in order; the first that applies decides. `words`: what it saw in the question. */
const RULES: {
  rule: string;
  mode: Mode;
  applies(input: ModeInput, settings: FastMode): boolean;
  words?(input: ModeInput, settings: FastMode): string | null;
}[] = [
  { rule: 'asked_fast', mode: 'fast', applies: ({ asked }) => asked === 'fast' },
  { rule: 'asked_full', mode: 'full', applies: ({ asked }) => asked === 'full' },
  { rule: 'needs_reasoning', mode: 'full', applies: ({ query }) => query === null },
  { rule: 'auto_detect_off', mode: 'full', applies: (_, { autoDetect }) => !autoDetect },
  {
    rule: 'wants_analysis',
    mode: 'full',
    applies: (input, settings) => analysisWord(input, settings) !== null,
    words: analysisWord,
  },
  { rule: 'long', mode: 'full', applies: ({ question }, { maxLength }) => questionLength(question) > maxLength },
  { rule: 'not_simple', mode: 'full', applies: ({ query }) => query !== null && !isSimple(query) },
  { rule: 'simple', mode: 'fast', applies: () => true },
];

/** The mode of a question that is wholly understood, and why. Pure. */
export function chooseMode(input: ModeInput, settings: FastMode): { mode: Mode; reason: ModeReason } {
  const found = RULES.find(({ applies }) => applies(input, settings));
  const mode = found?.mode ?? 'full';
  const isFast = mode === 'fast';
  return {
    mode,
    reason: {
      rule: found?.rule ?? '',
      words: found?.words?.(input, settings) ?? null,
      skipSamples: isFast && settings.skipSamples,
      skipChart: isFast && settings.skipChart,
    },
  };
}

/**
 * The first word of the question that wants a picture or an analysis. Chinese words stand anywhere, others as words of
 * their own, in the plural too.
 */
function analysisWord({ question }: ModeInput, { disableWords }: FastMode): string | null {
  const text = normalizeText(question);
  return patternsOf(disableWords).find(({ pattern }) => pattern.test(text))?.word ?? null;
}

/** A list of settings is one for the life of a process; a pattern takes longer to make than to try. */
const madeOf = new WeakMap<readonly string[], { word: string; pattern: RegExp }[]>();

function patternsOf(words: readonly string[]): { word: string; pattern: RegExp }[] {
  const known =
    madeOf.get(words) ??
    words
      .filter((word) => normalizeText(word) !== '')
      .map((word) => ({ word, pattern: patternOf(normalizeText(word)) }));
  madeOf.set(words, known);
  return known;
}

function patternOf(wanted: string): RegExp {
  const isChinese = /\p{Script=Han}/u.test(wanted);
  return new RegExp(
    isChinese ? escaped(wanted) : `(?<![\\p{L}\\p{N}])${escaped(wanted)}(?:e?s|e?d|ing)?(?![\\p{L}\\p{N}])`,
    'u',
  );
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What the asker is told of the mode. */
const TEXTS: Record<string, Record<Locale, string>> = {
  asked_fast: { zh: '快速模式：按您的要求', en: 'Fast mode, as you asked' },
  asked_full: { zh: '完整模式：按您的要求', en: 'Full mode, as you asked' },
  needs_reasoning: { zh: '完整模式：问题需要推理', en: 'Full mode: the question needs reasoning' },
  auto_detect_off: { zh: '完整模式', en: 'Full mode' },
  wants_analysis: { zh: '完整模式：问题需要图表或分析', en: 'Full mode: the question wants a picture or an analysis' },
  long: { zh: '完整模式：问题较长', en: 'Full mode: the question is long' },
  not_simple: {
    zh: '完整模式：问题需要分组、比较或多项计算',
    en: 'Full mode: the question groups, compares or measures several things',
  },
  simple: { zh: '快速模式：问题简单明确', en: 'Fast mode: the question is simple and clear' },
};

export function modeText(mode: Mode, reason: ModeReason, locale: Locale): string {
  const text = TEXTS[reason.rule]?.[locale] ?? mode;
  return reason.words === null
    ? text
    : locale === 'zh'
      ? `${text}（“${reason.words}”）`
      : `${text} (“${reason.words}”)`;
}
