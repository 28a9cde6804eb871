import { plural } from '@querent/language';
import type { TimeMatch } from '@querent/language';
import { attributeLabel, label, say } from '../../wording/words';
import { nameOf } from '../../model/things';
import type { Attribute, Thing } from '../../model/things';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import { type Reading, chosenFor } from '../reading/reading';
import { countOf } from './read-measures';
import { type Stop, ask } from './step';

/** What a year beside a number of lasting things is of; null where the question leaves no doubt. */
export type StandingRead = { stop: Stop } | { until: string } | null;

/**
 * 2024年学校数: schools last, so those founded in that year are as likely meant as those that there were. Without a verb
 * of beginning (建校, 注册, new) the asker says which. Events (orders, loans), which have no names, happen in a year.
 */
export function standingCount(reading: Reading, mention: Mention, time: TimeMatch, column: Attribute): StandingRead {
  const until = time.range.to;
  if (until === null || time.range.from === null || !countsLasting(reading, column) || saysBeginning(reading, column)) return null;
  const [chosen] = chosenFor(reading, keyOf(mention));
  if (chosen !== undefined) return chosen === 'until' ? { until } : null;
  return { stop: askStanding(reading, mention, time, column) };
}

function countsLasting(reading: Reading, column: Attribute): boolean {
  const { draft } = reading;
  const thing = draft.subject?.thing;
  if (!thing || thing.kind !== 'table' || column.ref.table !== thing.name || column.isYear || column.role !== 'time' || !isLasting(reading, thing)) return false;
  if (draft.compare || draft.exists.length > 0 || draft.dimensions.some(({ grain }) => grain)) return false;
  const count = JSON.stringify(countOf(reading, thing).what);
  return draft.measures.length > 0 && draft.measures.every(({ what }) => JSON.stringify(what) === count || JSON.stringify(what) === JSON.stringify({ kind: 'aggregate', fn: 'count', table: thing.name }));
}

/** The model says it; else what has a name lasts. */
function isLasting({ model }: Reading, thing: Thing): boolean {
  const kind = model.tables[thing.name]?.kind;
  return kind === undefined ? nameOf(thing)?.role === 'name' : kind === 'thing';
}

function saysBeginning({ mentions, text }: Reading, column: Attribute): boolean {
  const named = mentions.some((mention) => sensesOf(mention, 'attribute').some(({ attribute }) => attribute === column) || mention.claim === 'degree' || cueOf(mention, 'verb') !== null);
  const periods = mentions.some((mention) => cueOf(mention, 'grain') !== null || cueOf(mention, 'trend') !== null || cueOf(mention, 'growth') !== null || cueOf(mention, 'versus') !== null);
  return named || periods || BEGINS.test(text);
}

const BEGINS = /新|建|成立|创办|开办|注册|加入|入职|上架|开业|开通|发布|\b(?:new|newly|found|founded|built|opened|open|start|started|join|joined|regist\w*|sign\w*|launch\w*|creat\w*|establish\w*|acquir\w*|gain\w*|add\w*|hired?|published|released|born|came|went)\b/;

const keyOf = (mention: Mention): string => `standing:${mention.span.text}`;

function askStanding(reading: Reading, mention: Mention, time: TimeMatch, column: Attribute): Stop {
  const { locale, draft } = reading;
  const thing = draft.subject?.thing;
  const things = thing ? label(thing.label, locale, thing.name.replaceAll('_', ' ')) : '';
  const [date, period] = [attributeLabel(column, locale), time.label[locale]];
  return ask({
    trigger: 'ambiguous_term', key: keyOf(mention), span: mention.span,
    question: say(locale, `“${mention.span.text}”的${things}指哪些？`, `Which ${plural(things)} does “${mention.span.text}” mean?`),
    options: [
      { label: say(locale, `${date}在${period}`, `${date} in ${period}`), value: 'within', aliases: [date, '新增', 'new', 'in that period'] },
      { label: say(locale, `截至当时已有的（${date}在${time.range.to}之前）`, `all that there were by then (${date} before ${time.range.to})`), value: 'until', aliases: ['截至', '已有', '全部', 'all', 'by then'] },
    ],
  });
}
