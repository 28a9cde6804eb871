import { plural } from '@querent/language';
import { attributeLabel, label, say } from '../../wording/words';
import type { Attribute } from '../../model/things';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import { type Reading, chosenFor } from '../reading/reading';
import { attributeKey } from './ask-about';
import { addDimension } from './read-dimensions';
import { addMeasure, aggregateOf } from './read-measures';
import { refuse } from './refuse';
import { simpleAggregate } from './simple-aggregate';
import { type Stop, ask } from './step';

/**
 * 评论最多的省, "the type with the most students", 哪类学校学生最多: kinds are ranked, not rows. Figures that add up are
 * added up within each kind; for a price or a rating the asker says whether its mean or its extreme is meant.
 */
export function rankKinds(reading: Reading): Stop | null {
  const { draft } = reading;
  const [order, ...others] = draft.order;
  if (!order || order.by.kind !== 'column' || others.length > 0 || draft.measures.length > 0 || draft.limit === null || draft.near) return null;
  const { column } = order.by;
  const figure = reading.lexicon.things.get(column.table)?.attributes.find((one) => one.ref.column === column.column);
  const ranked = figure?.numeric === true && figure.role === 'measure' ? rankedKind(reading) : null;
  if (!figure || !ranked) return null;
  if (!ranked.kind) return refuse(reading, 'unplaced', ranked.words);
  const fn = addsUp(figure) ? 'sum' : meant(reading, figure, order.direction);
  if (fn === null) return askFigure(reading, figure, ranked.kind, order.direction, ranked.mention);
  draft.select = [];
  draft.distinct = false;
  draft.strategy = null;
  addDimension(reading, ranked.kind, [ranked.mention]);
  measure(reading, fn, figure);
  draft.order = [{ ...order, by: { kind: 'measure', index: 0 } }];
  return null;
}

interface Ranked {
  kind: Attribute | null;
  mention: Mention | null;
  words: string;
}

/** The one column of kinds that is asked for where no thing is, or the kinds that 哪类 and "which kind of" ask for. */
function rankedKind(reading: Reading): Ranked | null {
  const { draft, mentions, text } = reading;
  const subject = draft.subject;
  const asked = WHICH_KIND.exec(text)?.[0];
  if (asked !== undefined && subject && draft.select.length === 0) {
    const kinds = subject.thing.attributes.filter((one) => one.role === 'dimension' && KIND.test(`${one.label.zh ?? ''} ${one.label.en ?? ''}`));
    const which = mentions.find((mention) => cueOf(mention, 'which')) ?? null;
    return { kind: kinds.length === 1 ? (kinds[0] ?? null) : null, mention: which, words: asked };
  }
  const [kind, ...more] = draft.select;
  if (!kind || more.length > 0 || kind.role !== 'dimension' || subject?.span) return null;
  const mention = mentions.find((one) => one.claim === 'select' && sensesOf(one, 'attribute').some(({ attribute }) => attribute === kind)) ?? null;
  return { kind, mention, words: mention?.span.text ?? '' };
}

const WHICH_KIND = /哪(?:一)?[类种](?:型|别)?|哪个(?:类型|类别|种类)|\b(?:which|what) (?:kind|type|sort|category) of\b/;
const KIND = /类型|类别|种类|品类|\btype\b|\bkind\b|\bcategory\b/i;

/** Counts, quantities and money of single rows; a mean of prices, rates and scores says more than their sum. */
function addsUp({ label: { zh = '', en = '' }, format, ref }: Attribute): boolean {
  const name = `${en} ${ref.column}`;
  if (format === 'percent' || /价|率|分|均|票|年龄|龄/.test(zh) || /price|rate|rating|score|average|\bavg|mean|ratio|percent|\bage\b|ticket|fee\b/i.test(name)) return false;
  return /[数量额]$/.test(zh) || /\b(?:number|count|amount|quantity|total|sum|volume|students|people|population|reviews|units|pieces|fines?)\b/i.test(name.replaceAll('_', ' '));
}

/** The model's own total of the column, where it has one. */
function measure(reading: Reading, fn: 'sum' | 'avg' | 'min' | 'max', figure: Attribute): void {
  const total = fn === 'sum' ? Object.values(reading.model.metrics).find(({ expression }) => isTotalOf(expression, figure)) : undefined;
  if (total) addMeasure(reading, { label: label(total.label, reading.locale, total.id), what: { kind: 'metric', id: total.id, form: 'value' } }, []);
  else addMeasure(reading, aggregateOf(reading, fn, figure), []);
}

function isTotalOf(expression: string | undefined, { ref }: Attribute): boolean {
  const simple = /filter/i.test(expression ?? '') ? null : simpleAggregate(expression);
  return simple?.fn === 'sum' && simple.table === ref.table && simple.column === ref.column;
}

const keyOf = (figure: Attribute): string => `ranked:${attributeKey(figure)}`;

function meant(reading: Reading, figure: Attribute, direction: 'asc' | 'desc'): 'avg' | 'min' | 'max' | null {
  const [chosen] = chosenFor(reading, keyOf(figure));
  if (chosen === undefined) return null;
  return chosen === 'avg' ? 'avg' : direction === 'desc' ? 'max' : 'min';
}

function askFigure(reading: Reading, figure: Attribute, kind: Attribute, direction: 'asc' | 'desc', mention: Mention | null): Stop {
  const { locale } = reading;
  const [name, kinds] = [attributeLabel(figure, locale), attributeLabel(kind, locale)];
  const high = direction === 'desc';
  return ask({
    trigger: 'ambiguous_term', key: keyOf(figure), ...(mention ? { span: mention.span } : {}),
    question: say(locale, `各${kinds}按什么比较${name}？`, `By which ${name} are the ${plural(kinds)} compared?`),
    options: [
      { label: say(locale, `平均${name}`, `the average ${name} of each`), value: 'avg', aliases: ['平均', '均值', 'average', 'mean'] },
      { label: say(locale, `单个${high ? '最高' : '最低'}的${name}`, `the ${high ? 'highest' : 'lowest'} single ${name} of each`), value: 'extreme', aliases: ['单个', '最高', '最低', 'single', 'highest', 'lowest'] },
    ],
  });
}
