import { detectLocale } from '@querent/language';
import type { IntentType, Strategy } from '@querent/contracts';
import type { SemanticModel } from '../../model/semantic-model';
import type { Cue } from '../lexicon/cues';
import { cueOf, isContent, type Mention, sensesOf } from '../reading/mention';
import { openReading } from '../reading/open-reading';
import { original, type Reading } from '../reading/reading';
import { A_FEW, FIGURE_COURTESY, MARKS_OF_DETAIL, NEARNESS, REQUEST_BEFORE } from './intent-words';

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
 * metric makes the type `metric`; a count around a place keeps the type `spatial`, as planned questions do. Where nothing of the
 * model has a location, no statement could follow the spatial strategy, so only the type says it.
 */
export function readByWords(question: string, model: SemanticModel): ByWords {
  const reading = openReading({ question, locale: detectLocale(question), model, today: NO_DAY, timezone: model.timezone, choices: [] });
  const { mentions } = reading;
  const figures = mentions.filter((mention) => asksFigure(reading, mention));
  const metrics = mentions.filter((mention) => sensesOf(mention, 'metric').length > 0);
  const places = mentions.filter((mention) => mention.literal?.kind === 'distance' || isNearness(mention, mentions));
  const details = mentions.filter(asksDetail);
  const courtesies = reading.text.match(FIGURE_COURTESY) ?? [];
  const wantsFigure = figures.length > 0 || metrics.length > 0 || courtesies.length > 0;
  return {
    type: places.length > 0 ? 'spatial' : metrics.length > 0 ? 'metric' : wantsFigure ? 'summary' : 'query',
    strategy: wantsFigure ? 'summary' : places.length > 0 && hasLocation(model) ? 'spatial' : details.length > 0 ? 'detail' : 'coverage',
    keywords: keywordsOf(reading, [...places, ...metrics, ...figures, ...(wantsFigure ? [] : details)], courtesies),
  };
}

/** Relative dates decide nothing here, so any day will do. */
const NO_DAY = '2000-01-01';

/** Kinds of cues that ask for a figure, and kinds that rank or describe. */
const FIGURES = ['count', 'aggregate', 'share', 'growth', 'trend', 'overview'] as const satisfies Cue['kind'][];
const DETAILS = ['superlative', 'sort', 'degree', 'breakdown', 'score', 'composite'] as const satisfies Cue['kind'][];

function asksFigure(reading: Reading, mention: Mention): boolean {
  if (isContent(mention) || !FIGURES.some((kind) => cueOf(mention, kind) !== null)) return false;
  return !(A_FEW.test(mention.span.text) && REQUEST_BEFORE.test(reading.text.slice(0, mention.span.start)));
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
