import type { Span } from '../phrases/phrase-table';
import type { Grain } from './time-match';
import { matchesOf } from '../phrases/matches-of';

export type ComparisonKind = 'yoy' | 'previous_period' | 'between';

export interface ComparisonMatch extends Span {
  kind: ComparisonKind;
  /** For `previous_period`, if the words name it. */
  grain?: Grain;
}

interface ComparisonRule {
  kind: ComparisonKind;
  grain?: Grain;
  pattern: RegExp;
}

const VERSUS_EN =
  '(?:compared (?:to|with)|in comparison (?:to|with)|comparing (?:to|with)|relative to|against|versus|vs\\.?|than|over|from)';
const CHANGE_ZH = '(?:相比(?:较)?|比较|比起来|对比|相较|比(?![例率重值]))?';
/** 对比去年和今年 compares two named times; neither is the reference of a single one. */
const NOT_OF_TWO = '(?!\\s?[和与跟及])';
const SAME_PERIOD_EN =
  '(?:the )?(?:same|corresponding) (?:period|time|month|quarter|week|day|date)(?: (?:of|in))?(?: the)?';

/**
 * Comparisons whose other period is relative to this one. Their words are not a filter, so the time matcher skips them.
 */
const RULES: readonly ComparisonRule[] = [
  {
    kind: 'yoy',
    pattern: zh(
      '(?:(?:与|和|跟|同|比|较|相比于?|相较于?|对比)\\s?)?(?:去年|上一?年|前一年)(?:的)?(?:同期|同月|同一时期|同一?季度?)' +
        CHANGE_ZH,
    ),
  },
  { kind: 'yoy', pattern: zh('(?:同比|年同比|按年比)(?:增长率?|增速|增幅|变化率?|下降|上升)?') },
  { kind: 'yoy', pattern: zh('(?:与|和|跟|同)(?:去年|上一?年|前一年)(?:相比(?:较)?|比较|比起来|对比|比)') },
  { kind: 'yoy', pattern: zh('(?:相比于?|相较于?|对比|比起?|较)(?:去年|上一?年|前一年)' + NOT_OF_TWO) },
  {
    kind: 'yoy',
    pattern: en(
      `year[- ]over[- ]year|year[- ]on[- ]year|yoy|y\\/y|(?:${VERSUS_EN} )?${SAME_PERIOD_EN} (?:last|previous|prior|a) year(?: ago| earlier)?|(?:compared (?:to|with)|relative to|versus|vs\\.?|from|(?<!(?:more|less|older|longer) )than) a year (?:ago|earlier)`,
    ),
  },
  {
    kind: 'yoy',
    pattern: en(
      `(?:compared (?:to|with)|in comparison (?:to|with)|comparing to|relative to|versus|vs\\.?|than)(?: in)? (?:last|the previous|the prior|previous|prior) year(?:'s)?`,
    ),
  },
  {
    kind: 'previous_period',
    grain: 'month',
    pattern: zh(
      '(?:(?:与|和|跟|同)上一?个?月(?:相比(?:较)?|比较|比起来|对比|比)|(?:相比于?|相较于?|对比|比起?|较)上一?个?月)(?:同期)?' +
        NOT_OF_TWO,
    ),
  },
  {
    kind: 'previous_period',
    grain: 'week',
    pattern: zh(
      '(?:(?:与|和|跟|同)上一?个?(?:周|星期)(?:相比(?:较)?|比较|比起来|对比|比)|(?:相比于?|相较于?|对比|比起?|较)上一?个?(?:周|星期))(?:同期)?' +
        NOT_OF_TWO,
    ),
  },
  {
    kind: 'previous_period',
    grain: 'quarter',
    pattern: zh(
      '(?:(?:与|和|跟|同)上一?个?季度?(?:相比(?:较)?|比较|比起来|对比|比)|(?:相比于?|相较于?|对比|比起?|较)上一?个?季度?)(?:同期)?' +
        NOT_OF_TWO,
    ),
  },
  {
    kind: 'previous_period',
    grain: 'day',
    pattern: zh(
      '(?:与|和|跟|同)昨[天日](?:相比(?:较)?|比较|比起来|对比|比)|(?:相比于?|相较于?|对比|比起?|较)昨[天日]' +
        NOT_OF_TWO,
    ),
  },
  {
    kind: 'previous_period',
    pattern: zh(
      '环比(?:增长率?|增速|增幅|变化率?|下降|上升)?|(?:与|和|跟|比|较)?上(?:一个?|个)?(?:周期|同期|期)(?:相比)?',
    ),
  },
  ...(['day', 'week', 'month', 'quarter'] as const).map((grain): ComparisonRule => ({
    kind: 'previous_period',
    grain,
    pattern: en(
      `${grain}[- ]over[- ]${grain}|${grain}[- ]on[- ]${grain}|(?<!\\b(?:my|your|his|her|our|their|a) )${grain.charAt(0)}o${grain.charAt(0)}(?=$|[ ,.?)]*$| (?:change|growth|increase|decrease|rate|comparison|difference|trend|%))|` +
        `(?:compared (?:to|with)|in comparison (?:to|with)|relative to|versus|vs\\.?|than)(?: in)? (?:last|the previous|the prior|previous|prior) ${grain}(?:'s)?`,
    ),
  })),
  { kind: 'previous_period', grain: 'day', pattern: en('(?:compared (?:to|with)|versus|vs\\.?|than) yesterday') },
  {
    kind: 'previous_period',
    pattern: en(
      'period[- ]over[- ]period|(?:compared (?:to|with)|versus|vs\\.?|than) the (?:previous|prior|preceding) period|(?:the )?previous period',
    ),
  },
];

/** Same-period and previous-period comparisons. `findComparisons` finds those between two named times. */
export function findComparisonPhrases(text: string): ComparisonMatch[] {
  return RULES.flatMap(({ kind, grain, pattern }) =>
    matchesOf(pattern, text).map(({ index, 0: found }) => ({
      kind,
      start: index,
      end: index + found.length,
      text: found,
      ...(grain ? { grain } : {}),
    })),
  );
}

function zh(source: string): RegExp {
  return new RegExp(source, 'gu');
}

function en(source: string): RegExp {
  return new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`, 'giu');
}
