import { plural } from '@querent/language';
import { attributeLabel, label, say } from '../../wording/words';
import type { ModelMetric } from '../../model/semantic-model';
import { namesOf } from '../../model/things';
import { reach } from '../lexicon/join-graph';
import type { Attribute, Thing } from '../../model/things';
import { type Mention, cueOf, sensesOf } from '../reading/mention';
import { type Reading, chosenFor } from '../reading/reading';
import { adjectiveAttributes } from './adjective-field';
import { closestAttributes } from './choose-attribute';
import { thingOf } from './head-thing';
import { addMeasure, aggregateOf } from './read-measures';
import { type Stop, ask } from './step';

/** What is ranked: a thing, or the kinds that a column tells apart. */
interface Ranked {
  owner: Thing;
  column: Attribute | null;
  name: string;
}

/** Options of one question, best first. */
const MOST = 3;

/** "Top customers", 最好的学校, "the best districts": ranked by nothing that is said, so the figures that it could be are offered. */
export function readBareRank(reading: Reading): Stop | null {
  const superlative = bareSuperlative(reading);
  const ranked = superlative && rankedAlone(reading, superlative);
  if (!superlative || !ranked) return null;
  const judged = cueOf(superlative, 'superlative')?.of === 'rating';
  if (judged && ranked.column === null && adjectiveAttributes(reading, 'rating', ranked.owner).length > 0) return null;
  const [metrics, columns] = [metricOptions(reading, ranked, judged), columnOptions(reading, ranked, judged)];
  const options = (judged && ranked.column ? [...columns, ...metrics] : [...metrics, ...columns]).slice(0, MOST);
  const key = rankKey(ranked.owner, ranked.column);
  const chosen = chosenFor(reading, key)[0] ?? (options.length === 1 ? options[0]?.value : undefined);
  const metric = reading.model.metrics[chosen?.startsWith('metric:') ? chosen.slice('metric:'.length) : ''];
  const averaged = ranked.owner.attributes.find(({ ref }) => chosen === `average:${ref.column}`);
  if (averaged) addMeasure(reading, aggregateOf(reading, 'avg', averaged), []);
  if (chosen !== undefined && options.length === 1) reading.disclosures.push(say(reading.locale, `按${options[0]?.label}排名`, `ranked by ${options[0]?.label}`));
  if (metric) addMeasure(reading, { label: label(metric.label, reading.locale, metric.id), what: { kind: 'metric', id: metric.id, form: 'value' } }, []);
  if (chosen !== undefined || options.length === 0) return null;
  const names = plural(ranked.name);
  return ask({ trigger: 'ambiguous_metric', key, question: say(reading.locale, `按什么给${ranked.name}排名？`, `What should ${names} be ranked by?`), options, span: superlative.span });
}

/** The column that the asker chose to rank a thing by, or the only one that it could be ranked by. */
export function rankedBy(reading: Reading, thing: Thing): Attribute | null {
  const chosen = chosenFor(reading, rankKey(thing, null))[0];
  return thing.attributes.find((one) => chosen === `column:${one.ref.column}`) ?? null;
}

function rankKey(owner: Thing, column: Attribute | null): string {
  return `rank:${owner.name}${column ? `.${column.ref.column}` : ''}`;
}

/** One superlative that names no figure, in a question that names none either. */
function bareSuperlative({ mentions, draft }: Reading): Mention | null {
  const superlatives = mentions.filter((mention) => mention.claim === null && cueOf(mention, 'superlative'));
  const [only] = superlatives;
  const cue = cueOf(only, 'superlative');
  if (!only || !cue || superlatives.length > 1 || draft.measures.length > 0 || cue.common) return null;
  const top = cue.top === true && (only.span.text === 'top' || (/^(?:前|排名前|排行前|后|倒数|(?:the )?(?:top|bottom))$/.test(only.span.text) && mentions[only.index + 1]?.literal?.kind === 'number'));
  if (!top && cue.of !== 'rating') return null;
  const figures = mentions.some((mention) => SAYING.some((kind) => cueOf(mention, kind)) || sensesOf(mention, 'metric').length > 0 || sensesOf(mention, 'attribute').some(({ attribute }) => (attribute.numeric || attribute.role === 'time') && attribute.role !== 'key'));
  return figures ? null : only;
}

/** Words that say what is ranked by, or make another question of it. */
const SAYING = ['aggregate', 'sort', 'sell', 'spend', 'share', 'growth', 'versus', 'group', 'grain', 'near', 'relation', 'degree', 'composite'] as const;

/** The one thing or kind of the question; conditions may stand beside it. */
function rankedAlone(reading: Reading, superlative: Mention): Ranked | null {
  const nouns = reading.mentions.filter((mention) => mention !== superlative && mention.claim === null && (thingOf(reading, mention) !== null || sensesOf(mention, 'attribute').length > 0));
  const [noun] = nouns;
  if (!noun || nouns.length > 1) return null;
  const owner = thingOf(reading, noun);
  if (owner) return { owner, column: null, name: label(owner.label, reading.locale, owner.name.replaceAll('_', ' ')) };
  const [column, ...others] = closestAttributes(reading, noun, ({ role }) => role === 'dimension');
  const of = column && others.length === 0 ? reading.lexicon.things.get(column.ref.table) : undefined;
  return column && of ? { owner: of, column, name: attributeLabel(column, reading.locale) } : null;
}

interface RankOption {
  label: string;
  description?: string;
  value: string;
  aliases: string[];
}

/** Metrics that each of the ranked has a value of: its default first, then its own, then those nearest. */
function metricOptions(reading: Reading, { owner, column }: Ranked, judged: boolean): RankOption[] {
  const ownName = owner.attributes.some(({ role }) => role === 'name');
  if (column === null && !ownName) return [];
  const ranked = Object.values(reading.model.metrics).flatMap((metric) => {
    const far = farFrom(reading, metric, owner);
    const counts = metric.table !== null && owner.tables.includes(metric.table) && /^\s*count/i.test(metric.expression ?? '');
    if (far === null || !metric.expression || (counts && column === null) || (judged && metric.better === 'lower')) return [];
    return [{ metric, score: far - (metric.id === owner.defaultMetric ? 10 : 0) - (judged && metric.better === 'higher' ? 20 : 0) }];
  });
  return ranked.sort((a, b) => a.score - b.score).map(({ metric }) => {
    const description = label(metric.description ?? {}, reading.locale);
    return { label: label(metric.label, reading.locale, metric.id), ...(description ? { description } : {}), value: `metric:${metric.id}`, aliases: namesOf(metric).map(({ name }) => name) };
  });
}

/** How many steps from the rows of a metric to what they are of; null where they cannot be told apart by it. */
function farFrom({ model }: Reading, { table }: ModelMetric, owner: Thing): number | null {
  if (table === null) return null;
  if (table === owner.name || owner.tables.includes(table)) return 0;
  const way = owner.kind === 'table' ? reach(model, table, owner.name) : null;
  return way && way.kind !== 'many' && !way.ambiguous ? way.steps : null;
}

/** Figures that each row keeps of its own: the rating of a spot; of kinds of rows, their mean where more is better. */
function columnOptions(reading: Reading, { owner, column }: Ranked, judged: boolean): RankOption[] {
  if (column !== null) {
    const good = owner.attributes.filter(({ numeric, role, better }) => numeric && role === 'measure' && better === 'higher');
    const rated = judged ? adjectiveAttributes(reading, 'rating', owner) : [];
    return [...new Set([...rated, ...good])].map((one) => ({ label: aggregateOf(reading, 'avg', one).label, value: `average:${one.ref.column}`, aliases: namesOf(one).map(({ name }) => name) }));
  }
  const figures = owner.attributes.filter(({ numeric, role, better }) => numeric && role === 'measure' && !(judged && better !== 'higher'));
  return [...figures]
    .sort((a, b) => Number(b.better === 'higher') - Number(a.better === 'higher'))
    .map((one) => ({ label: attributeLabel(one, reading.locale), value: `column:${one.ref.column}`, aliases: namesOf(one).map(({ name }) => name) }));
}
