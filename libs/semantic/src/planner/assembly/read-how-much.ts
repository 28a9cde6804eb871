import { label } from '../../wording/words';
import type { Thing } from '../../model/things';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { isCurrency } from './bound';
import { thingOf } from './head-thing';
import { addMeasure, aggregateOf } from './read-measures';
import { thingOfVerb } from './read-relations';
import { refuse } from './refuse';
import { simpleAggregate } from './simple-aggregate';
import type { Stop } from './step';

const HOW_MUCH = /\bhow much\b|多少(?:钱|元|块)/;

/** "How much did we refund", 退了多少钱: the money of what the verb or the noun speaks of, where it has one sum of money. */
export function readHowMuch(reading: Reading): Stop | null {
  const { draft, mentions, text } = reading;
  if (!HOW_MUCH.test(text) || draft.measures.length > 0 || mentions.some((mention) => isFigure(mention))) return null;
  const mention = mentions.find((one) => one.claim === null && (thingOf(reading, one) ?? thingOfVerb(reading, one)) !== null);
  const thing = thingOf(reading, mention) ?? (mention ? thingOfVerb(reading, mention) : null);
  if (mention && thing) addMoney(reading, thing, [mention, mentions.find((one) => one.claim === null && cueOf(one, 'count') && HOW_MUCH.test(one.span.text))]);
  return null;
}

/** A quantity was asked for: a list of rows does not say it. */
export function checkHowMuch(reading: Reading): Stop | null {
  const { draft, text } = reading;
  const shown = draft.select.some(({ numeric }) => numeric) || draft.order.length > 0;
  const words = HOW_MUCH.exec(text)?.[0];
  return words !== undefined && draft.measures.length === 0 && !shown ? refuse(reading, 'unplaced', words) : null;
}

const isFigure = (mention: Mention): boolean => sensesOf(mention, 'metric').length > 0 || sensesOf(mention, 'attribute').some(({ attribute }) => attribute.numeric);

/** The model's one metric that adds up a sum of money of the thing, else its one column of money. */
function addMoney(reading: Reading, thing: Thing, from: (Mention | undefined)[]): void {
  const money = thing.attributes.filter((one) => one.numeric && one.role === 'measure' && isCurrency(one));
  const metrics = Object.values(reading.model.metrics).filter(({ expression }) => {
    const simple = simpleAggregate(expression);
    return simple?.fn === 'sum' && simple.table === thing.name && money.some(({ ref }) => ref.column === simple.column);
  });
  const [metric, ...others] = metrics;
  const [column, ...columns] = money;
  if (metric && others.length === 0) addMeasure(reading, { label: label(metric.label, reading.locale, metric.id), what: { kind: 'metric', id: metric.id, form: 'value' } }, from);
  else if (column && columns.length === 0) addMeasure(reading, aggregateOf(reading, 'sum', column), from);
}
