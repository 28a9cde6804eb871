import { attributeLabel, say } from '../../wording/words';
import type { Attribute } from '../../model/things';
import { cueOf, sensesOf } from '../reading/mention';
import { chosenFor, type Reading } from '../reading/reading';
import { closestAttributes } from './choose-attribute';
import { thingOf } from './head-thing';
import { listByGroups } from './list-by-groups';
import { addMeasure, aggregateOf, countOf } from './read-measures';
import { attributeKey } from './ask-about';
import { type Stop, ask } from './step';

/** A grouped question that names a figure but no aggregate (amount by month), or only rows (customers by city). */
export function readBareFigures(reading: Reading): Stop | null {
  const { draft, mentions } = reading;
  countCompared(reading);
  const periods = mentions.some((mention) => mention.claim === null && (cueOf(mention, 'grain')?.each || mention.grouped || cueOf(mention, 'trend')));
  if (draft.measures.length > 0 || (draft.dimensions.length === 0 && !periods)) return null;
  if (mentions.some((mention) => mention.claim === null && cueOf(mention, 'superlative'))) return null;
  for (const mention of mentions) {
    if (mention.claim !== null || sensesOf(mention, 'value').length > 0) continue;
    const [attribute, ...others] = closestAttributes(reading, mention, (one) => one.role === 'measure' && one.numeric);
    if (!attribute || others.length > 0 || isListed(reading, attribute)) continue;
    const next = mentions[mention.index + 1];
    if (next?.senses.some((sense) => sense.kind === 'cue' && sense.cue.kind === 'compare')) continue;
    const told = additive(attribute);
    const chosen = chosenFor(reading, `aggregate:${attributeKey(attribute)}`).filter((fn) => fn === 'sum' || fn === 'avg');
    const fns = told ? [told] : chosen;
    if (fns.length === 0) return askAggregate(reading, attribute);
    const name = attributeLabel(attribute, reading.locale);
    for (const fn of fns) {
      addMeasure(reading, aggregateOf(reading, fn, attribute), [mention]);
      reading.disclosures.push(say(reading.locale, `${name}取${fn === 'sum' ? '合计' : '平均值'}`, `${name} is the ${fn === 'sum' ? 'total' : 'average'}`));
    }
  }
  if (draft.measures.length > 0) return null;
  const rows = mentions.find((mention) => mention.claim === null && thingOf(reading, mention));
  const thing = thingOf(reading, rows);
  if (mentions.some((mention) => mention.claim === null && sensesOf(mention, 'thing').length === 0 && sensesOf(mention, 'attribute').some(({ attribute }) => attribute.role !== 'time'))) ungroup(reading);
  else if (rows && thing && listByGroups(reading, rows, thing)) return null;
  else if (rows && thing) addMeasure(reading, countOf(reading, thing), [rows]);
  else if (mentions.some((mention) => mention.claim === 'dimension' && cueOf(mention, 'group')?.side === 'after')) countOwner(reading);
  else ungroup(reading);
  return null;
}

/** "Q2 vs Q1 orders": two periods set against each other compare the number of what is named. */
function countCompared(reading: Reading): void {
  const { draft, mentions } = reading;
  const times = mentions.filter(({ literal }) => literal?.kind === 'time');
  const versus = mentions.some((mention) => mention.claim === null && cueOf(mention, 'versus'));
  const [thing, ...others] = mentions.filter((mention) => mention.claim === null && sensesOf(mention, 'thing').length > 0);
  const named = thingOf(reading, thing);
  const figured = mentions.some((mention) => sensesOf(mention, 'attribute').some(({ attribute }) => attribute.numeric) || sensesOf(mention, 'metric').length > 0);
  if (draft.measures.length === 0 && versus && times.length === 2 && thing && named && others.length === 0 && !figured) addMeasure(reading, countOf(reading, named), [thing]);
}

/** A figure of the very thing that "every" lists is shown, not added up: "the age of each teacher". */
function isListed(reading: Reading, attribute: Attribute): boolean {
  const [only] = reading.draft.dimensions;
  return reading.draft.dimensions.length === 1 && only?.column.table === attribute.ref.table && reading.mentions.some((mention) => mention.claim === 'dimension' && thingOf(reading, mention)?.name === attribute.ref.table);
}

/** 退款原因分布: how the rows that have the column spread over it. */
function countOwner(reading: Reading): void {
  const owner = reading.lexicon.things.get(reading.draft.dimensions[0]?.column.table ?? '');
  if (owner) addMeasure(reading, countOf(reading, owner), []);
}

/** "name and age of every teacher": nothing is measured, so "every" lists. */
function ungroup(reading: Reading): void {
  const { draft, mentions } = reading;
  const named = mentions.find((mention) => mention.claim === 'dimension' && thingOf(reading, mention));
  const thing = thingOf(reading, named);
  if (!named || !thing || draft.dimensions.length > 1) return;
  draft.dimensions = [];
  draft.subject = { thing, span: named.span };
}

const SUMMED = /金额|数量|人数|销量|总额|件数|次数|\b(?:amount|quantity|total|sales|revenue|cost|units|count|number|spend|payment)\b/i;
const AVERAGED = /评分|得分|分数|率|单价|价格|年龄|均|温度|\b(?:rating|score|rate|price|age|average|avg|percent|gpa|temperature|speed|height|weight)\b/i;

/** Whether a figure makes sense added up, judged by its names; null when they do not tell. */
function additive(attribute: Attribute): 'sum' | 'avg' | null {
  const names = [attribute.label.zh, attribute.label.en, attribute.ref.column.replaceAll('_', ' ')].filter((name) => name !== undefined).join(' ');
  if (AVERAGED.test(names)) return 'avg';
  return SUMMED.test(names) ? 'sum' : null;
}

function askAggregate(reading: Reading, attribute: Attribute): Stop {
  const name = attributeLabel(attribute, reading.locale);
  return ask({
    trigger: 'ambiguous_metric',
    key: `aggregate:${attributeKey(attribute)}`,
    question: say(reading.locale, `${name}要看合计还是平均值？`, `Do you want the total or the average ${name}?`),
    combinable: true,
    options: [
      { label: say(reading.locale, `${name}合计`, `total ${name}`), value: 'sum', aliases: ['合计', '总和', '总', 'total', 'sum'] },
      { label: say(reading.locale, `平均${name}`, `average ${name}`), value: 'avg', aliases: ['平均', '均值', 'average', 'mean', 'avg'] },
    ],
  });
}
