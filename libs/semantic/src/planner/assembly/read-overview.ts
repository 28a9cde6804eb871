import { plural } from '@querent/language';
import { label, say } from '../../wording/words';
import type { ModelMetric } from '../../model/semantic-model';
import { nameOf } from '../../model/things';
import { cueOf, isContent } from '../reading/mention';
import { type Reading, chosenFor, claim } from '../reading/reading';
import { addMeasure, countOf } from './read-measures';
import { type Stop, ask } from './step';

const KEY = 'about:all';
const MOST_PARENTS = 2;

/** "Overview", 统计一下, 今年情况怎么样: nothing is named at all, so the figures that the model is mostly asked for are offered. */
export function readOverview(reading: Reading): Stop | null {
  const overview = reading.mentions.find((mention) => cueOf(mention, 'overview'));
  const named = reading.mentions.some((mention) => isContent(mention) || (mention.literal !== null && mention.literal.kind !== 'time'));
  if (!overview || named || reading.draft.measures.length > 0) return null;
  const options = figures(reading);
  if (options.length < 2) return null;
  const chosen = chosenFor(reading, KEY);
  if (chosen.length === 0) return ask({ trigger: 'too_vague', key: KEY, combinable: true, question: say(reading.locale, '想了解哪方面的情况？', 'What would you like an overview of?'), options, span: overview.span });
  claim('overview', ...reading.mentions.filter((mention) => cueOf(mention, 'overview')));
  for (const value of chosen) addFigure(reading, value);
  return null;
}

function addFigure(reading: Reading, value: string): void {
  const id = value.slice(value.indexOf(':') + 1);
  const metric = reading.model.metrics[id];
  const thing = reading.lexicon.things.get(id);
  if (value.startsWith('metric:') && metric) addMeasure(reading, { label: label(metric.label, reading.locale, id), what: { kind: 'metric', id, form: 'value' } }, []);
  else if (value.startsWith('count:') && thing) addMeasure(reading, countOf(reading, thing), []);
}

/** The roots of metric trees, the default metrics of things, then the numbers of things that have a name. */
function figures({ model, lexicon, locale }: Reading): { label: string; value: string; description?: string; aliases: string[] }[] {
  const metrics = Object.values(model.metrics);
  const roots = metrics.filter(({ parent, children }) => parent === null && Object.keys(children).length > 0).slice(0, MOST_PARENTS);
  const things = [...lexicon.things.values()];
  const preferred = things.flatMap(({ defaultMetric }) => model.metrics[defaultMetric ?? ''] ?? []);
  const told = (found: ModelMetric[]) => found.map((metric) => {
    const description = label(metric.description ?? {}, locale);
    return { label: label(metric.label, locale, metric.id), ...(description ? { description } : {}), value: `metric:${metric.id}`, aliases: [...metric.synonyms.zh, ...metric.synonyms.en] };
  });
  const entities = things.filter(({ kind }) => kind === 'entity');
  const counted = [...entities, ...things.filter((thing) => thing.kind === 'table' && nameOf(thing)?.role === 'name' && !entities.some(({ tables }) => tables.includes(thing.name)))].map((thing) => {
    const name = label(thing.label, locale, thing.name.replaceAll('_', ' '));
    return { label: say(locale, `${name}数量`, `Number of ${plural(name)}`), value: `count:${thing.name}`, aliases: [name, ...thing.synonyms.zh, ...thing.synonyms.en] };
  });
  const main = [...new Set([...roots, ...preferred])];
  const others = metrics.filter((metric) => metric.parent === null && metric.expression && !main.includes(metric));
  return [...told(main), ...counted, ...told(others)];
}
