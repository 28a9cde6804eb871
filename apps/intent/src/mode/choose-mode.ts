import { normalizeText, tokenize, type Token } from '@querent/language';
import {
  isPlainFigure,
  type Filter,
  type Locale,
  type Measure,
  type ModeReason,
  type RunRequest,
  type SemanticQuery,
} from '@querent/contracts';

/** The settings of fast mode; each is an environment variable of the intent worker. */
export interface FastMode {
  /** False: fast mode only on request. */
  autoDetect: boolean;
  skipSamples: boolean;
  skipChart: boolean;
  /** Longer questions run in full mode; see `questionLength`. */
  maxLength: number;
  /** Words that request a chart or an analysis. */
  disableWords: readonly string[];
}

/** The input of the choice. */
export interface ModeInput {
  asked: RunRequest['mode'];
  question: string;
  /** Null if a language model will answer it. */
  query: SemanticQuery | null;
}

type Mode = 'fast' | 'full';

/** The rules; the first that applies decides. `words` returns the word of the question that triggered the rule. */
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

/** The mode of a question and the reason. Pure. */
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
 * The first setting's word in the question that requests a chart or an analysis. Chinese words match anywhere, others
 * as whole words with their inflections.
 */
function analysisWord({ question }: ModeInput, { disableWords }: FastMode): string | null {
  const text = normalizeText(question);
  return patternsOf(disableWords).find(({ pattern }) => pattern.test(text))?.word ?? null;
}

/** Compiled patterns by settings list, which lives as long as the process: compiling costs more than matching. */
const compiled = new WeakMap<readonly string[], { word: string; pattern: RegExp }[]>();

function patternsOf(words: readonly string[]): { word: string; pattern: RegExp }[] {
  const known =
    compiled.get(words) ??
    words
      .filter((word) => normalizeText(word) !== '')
      .map((word) => ({ word, pattern: patternOf(normalizeText(word)) }));
  compiled.set(words, known);
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

/** An English word carries about as much information as two Chinese characters, so that one threshold fits both. */
const CHARACTERS_PER_WORD = 2;

/** The length of a question in Chinese characters. Other words and numbers count as two, punctuation as none. */
export const questionLength = (question: string): number =>
  tokenize(question).reduce((sum, token) => sum + lengthOf(token), 0);

function lengthOf({ kind, text, norm }: Token): number {
  if (kind === 'punct') return 0;
  if (kind === 'han') return [...text].length;
  return kind === 'quoted'
    ? Math.min([...norm].length, questionLength(norm.replace(/["'“”‘’「」『』]/gu, ' ')))
    : CHARACTERS_PER_WORD;
}

/**
 * Whether a query asks for one number or one list of things, without groups, comparisons, shares, rankings of groups or
 * geographic searches.
 */
function isSimple(query: SemanticQuery): boolean {
  const grouped =
    query.dimensions.length > 0 || query.having.length > 0 || query.limitPer !== null || query.series !== undefined;
  return (
    !grouped &&
    query.compare === null &&
    query.near === null &&
    query.measures.length <= 1 &&
    query.measures.every(isPlain) &&
    query.filters.every(isPlainFilter)
  );
}

const isPlain = (measure: Measure): boolean => isPlainFigure(measure) && (measure.where ?? []).length === 0;

/** Whether a filter concerns the things themselves, not related things or an aggregate. */
function isPlainFilter(filter: Filter): boolean {
  if (filter.kind === 'or') return filter.filters.every(isPlainFilter);
  return (
    filter.kind !== 'exists' &&
    filter.kind !== 'bound' &&
    filter.kind !== 'compare_aggregate' &&
    filter.kind !== 'compare_columns'
  );
}

/** The step text of each rule. */
const TEXTS: Record<string, Record<Locale, string>> = {
  asked_fast: { zh: '快速模式：按您的要求', en: 'Fast mode, as you asked' },
  asked_full: { zh: '完整模式：按您的要求', en: 'Full mode, as you asked' },
  needs_reasoning: { zh: '完整模式：问题需要推理', en: 'Full mode: the question needs reasoning' },
  auto_detect_off: { zh: '完整模式', en: 'Full mode' },
  wants_analysis: { zh: '完整模式：问题需要图表或分析', en: 'Full mode: the question asks for a chart or an analysis' },
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
