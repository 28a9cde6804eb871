import { detectLocale } from '@querent/language';
import type { IntentType, Strategy } from '@querent/contracts';
import type { SemanticModel } from '../../model/semantic-model';
import type { Cue } from '../lexicon/cues';
import { cueOf, isContent, type Mention, sensesOf } from '../reading/mention';
import { openReading } from '../reading/open-reading';
import { original, type Reading } from '../reading/reading';
import { MOST_MENTIONS } from '../reading/too-long';
import { type FigureAsked, figureAsked } from './asked-figure';
import { BOUND_BEHIND, FIGURE_COURTESY, LISTING, MARKS_OF_DETAIL, NEARNESS, RANKING } from './intent-words';

/** What a question's words alone tell of the answer wanted, for questions that the planner cannot plan. */
export interface ByWords {
  type: Exclude<IntentType, 'unsupported' | 'chitchat'>;
  strategy: Strategy;
  /** The words that decided, in the asker's letters; where none decides, what the question is about. */
  keywords: string[];
}

/**
 * Reads type and strategy off a question's words, with the lexicon that plans: a count, sum or share is a `summary`, a place and
 * what lies around it `spatial`, what ranks or describes single things `detail`, anything else `coverage`. A named
 * metric makes the type `metric`; a count around a place keeps the type `spatial`, as planned questions do. `summary` forbids a list of
 * rows, so it takes a figure that is surely what is asked for: things ranked, bounded or listed with a figure keep their rows. Where
 * nothing of the model has a location, no statement could follow the spatial strategy, so only the type says it.
 */
export function readByWords(question: string, model: SemanticModel): ByWords {
  const whole = openReading({ question, locale: detectLocale(question), model, today: NO_DAY, timezone: model.timezone, choices: [] });
  const reading = { ...whole, mentions: whole.mentions.slice(0, MOST_MENTIONS) };
  const words = wordsOf(reading);
  const { places, metrics, ranks, details, courtesies } = words;
  const figures = words.figures.map(({ mention }) => mention);
  const wanted = strategyOf(words, model);
  const isFigure = figures.length > 0 && wanted !== 'detail';
  return {
    type: places.length > 0 ? 'spatial' : metrics.length > 0 ? 'metric' : isFigure || wanted === 'summary' ? 'summary' : 'query',
    strategy: wanted,
    keywords: keywordsOf(reading, [...places, ...metrics, ...figures, ...ranks, ...(wanted === 'summary' ? [] : details)], courtesies),
  };
}

/** Relative dates decide nothing here, so any day will do. */
const NO_DAY = '2000-01-01';

interface Words {
  figures: { mention: Mention; asked: FigureAsked }[];
  metrics: Mention[];
  /** Metrics that are more than the bound of a condition. */
  askedMetrics: Mention[];
  places: Mention[];
  ranks: Mention[];
  details: Mention[];
  courtesies: readonly string[];
  isListing: boolean;
}

function wordsOf(reading: Reading): Words {
  const { mentions, text } = reading;
  const metrics = mentions.filter((mention) => sensesOf(mention, 'metric').length > 0);
  const isListing = LISTING.test(text);
  return {
    figures: mentions.flatMap((mention) => {
      const asked = figureAsked(reading, mention);
      if (asked === null || (asked === 'unless_listed' && isListing)) return [];
      return asked !== 'how_many' && isBound(mention, reading) ? [] : [{ mention, asked }];
    }),
    metrics,
    askedMetrics: metrics.filter((mention) => !isBound(mention, reading)),
    places: mentions.filter((mention) => mention.literal?.kind === 'distance' || isNearness(mention, mentions)),
    ranks: mentions.filter((mention) => ranks(mention, reading)),
    details: mentions.filter((mention) => asksDetail(mention) && !MOST_OF.test(text.slice(mention.span.start))),
    courtesies: text.match(FIGURE_COURTESY) ?? [],
    isListing,
  };
}

function strategyOf({ figures, askedMetrics, places, ranks, details, courtesies, isListing }: Words, model: SemanticModel): Strategy {
  if (figures.some(({ asked }) => asked === 'how_many')) return 'summary';
  if (ranks.length === 0 && (figures.length > 0 || courtesies.length > 0)) return 'summary';
  if (ranks.length === 0 && askedMetrics.length > 0 && !isListing) return 'summary';
  if (places.length > 0 && hasLocation(model)) return 'spatial';
  return ranks.length > 0 || details.length > 0 ? 'detail' : 'coverage';
}

/** "Revenue over 1000", "an average price under 50", 带宽低: the figure tells which things are meant. */
function isBound(mention: Mention, { mentions, text }: Reading): boolean {
  const next = mentions[mention.index + 1];
  const taken = cueOf(mention, 'aggregate') && next && !next.glue.has('of') && next.senses.every(({ kind }) => kind !== 'cue') ? mentions[mention.index + 2] : undefined;
  return BOUNDS.some((kind) => cueOf(next, kind) !== null || cueOf(taken, kind) !== null) || BOUND_BEHIND.test(text.slice(mention.span.end));
}

const BOUNDS = ['compare', 'between', 'average_reference', 'degree'] as const satisfies Cue['kind'][];

/** Kinds of cues that describe single things. */
const DETAILS = ['superlative', 'sort', 'degree', 'breakdown', 'score', 'composite'] as const satisfies Cue['kind'][];

/** A part of them, no order. */
const MOST_OF = /^(?:most|least) of\b/;

/** Puts things in an order. 前 and 后 do so only with a number: 入职前 is a time. */
function ranks(mention: Mention, { mentions, text }: Reading): boolean {
  const superlative = cueOf(mention, 'superlative');
  const named = isContent(mention) && (['thing', 'value', 'term', 'metric'] as const).some((kind) => sensesOf(mention, kind).length > 0);
  if (named || mention.literal?.kind === 'time') return false;
  if (superlative?.top) return mentions[mention.index + 1]?.literal?.kind === 'number' || /^(?:top|bottom|排)/u.test(mention.span.text);
  const growth = cueOf(mention, 'growth');
  if ((growth !== null && growth.direction !== null) || cueOf(mention, 'sort')) return true;
  return superlative !== null ? !MOST_OF.test(text.slice(mention.span.start)) : RANKING.test(mention.span.text);
}

function asksDetail(mention: Mention): boolean {
  const named = sensesOf(mention, 'thing').length > 0 || sensesOf(mention, 'value').length > 0;
  if (!named && (DETAILS.some((kind) => cueOf(mention, kind) !== null) || MARKS_OF_DETAIL.test(mention.span.text))) return true;
  return sensesOf(mention, 'attribute').some(({ attribute }) => [attribute.label.zh, attribute.label.en].some((name) => name !== undefined && MARKS_OF_DETAIL.test(name)));
}

/** Words such as "within" or 内 also bound times and amounts, so they alone say nothing of places; nor does "around 30". */
function isNearness(mention: Mention, mentions: readonly Mention[]): boolean {
  if (isContent(mention) || !NEARNESS.test(mention.span.text)) return false;
  const next = mentions[mention.index + 1]?.literal?.kind;
  return next !== 'number' && next !== 'time';
}

const hasLocation = (model: SemanticModel): boolean => Object.values(model.tables).some(({ columns }) => Object.values(columns).some(({ role }) => role === 'geo'));

function keywordsOf(reading: Reading, deciding: readonly Mention[], courtesies: readonly string[]): string[] {
  const telling = deciding.length > 0 || courtesies.length > 0 ? deciding : reading.mentions.filter(isContent);
  const inOrder = [...telling].sort((a, b) => a.index - b.index).map((mention) => original(reading, mention));
  return [...new Set([...inOrder, ...courtesies])];
}
