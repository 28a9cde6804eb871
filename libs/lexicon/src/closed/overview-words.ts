import { PhraseIndex } from '../phrase-index';

/**
 * Words that ask for the general situation and not for a particular figure. They carry no more meaning than other
 * filler.
 */
const OVERVIEW = {
  zh: '分析|分析一下|分析下|统计|统计一下|报表|报告|情况|情况如何|情况怎么样|概况|总览|概览|怎么样|咋样|如何|了解一下|了解下|汇总|说说|讲讲|介绍一下|表现如何|整体情况|总体情况',
  en: 'analyze|analyse|analysis|analysis of|report|report on|overview|overview of|summary|summary of|summarize|summarise|situation|how is|how are|how was|how were|tell me about|something about|look at|statistics|statistics of|statistics on|stats|stats on|insights|insights on|doing|performing|what about|going|looking|look|looks',
};

/** Words that also begin a sentence; the words after them then carry the request. */
const FRAMES: ReadonlySet<string> = new Set(
  '分析一下|分析下|统计|统计一下|了解一下|了解下|说说|tell me about|look at|looking'.split('|'),
);

const index = new PhraseIndex<{ isFrame: boolean }>();
export const overviewPhrases = (): string[] => [...OVERVIEW.zh.split('|'), ...OVERVIEW.en.split('|')];
for (const phrase of overviewPhrases()) index.add(phrase, { isFrame: FRAMES.has(phrase) });

/** The words of a normalised text that ask for the general situation. */
export function overviewsIn(text: string): { start: number; end: number; isFrame: boolean }[] {
  return index.find(text).map(({ start, end, meaning: { isFrame } }) => ({ start, end, isFrame }));
}
