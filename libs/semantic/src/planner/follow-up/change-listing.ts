import { attributeLabel } from '../../wording/words';
import { tiedAttributes } from '../assembly/ask-about';
import { closestAttributes } from '../assembly/choose-attribute';
import { thingOf } from '../assembly/head-thing';
import type { Stop } from '../assembly/step';
import { reach } from '../lexicon/join-graph';
import type { Attribute } from '../../model/things';
import { nameOf } from '../../model/things';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import { claim } from '../reading/reading';
import { type Change, type Turn, UNFIT, tell } from './turn';

/** 列出来, "show them", 他们的电话呢: the rows behind a figure, and the columns of a list. */
export const changeListing: Change = (turn) => {
  const { reading, kept } = turn;
  const columns: Attribute[] = [];
  for (const mention of reading.mentions) {
    if (mention.claim !== null || sensesOf(mention, 'attribute').length === 0) continue;
    const attributes = closestAttributes(reading, mention);
    if (attributes.length > 1) return tiedAttributes(reading, mention, attributes);
    const [attribute] = attributes;
    if (!attribute) continue;
    columns.push(attribute);
    claim('select', mention);
  }
  if (columns.length > 0) return showColumns(turn, columns);
  const asked = asksWho(turn.opening) || reading.mentions.some((mention) => asksRows(turn, mention));
  claim('list', ...reading.mentions.filter((mention) => mention.claim === null && sensesOf(mention, 'thing').length > 0 && thingOf(reading, mention) === kept.subject?.thing));
  if (!asked) return null;
  if (kept.measures.length > 0) return listRows(turn);
  if (turn.said.length === 0) tell(turn, '列出明细', 'listing the rows');
  return null;
};

/** "Who are they", where the words are too plain to be read as anything. */
export function asksWho({ marks, rest }: Turn['opening']): boolean {
  return marks.has('those') && /\bwho\b/.test(rest);
}

/** Words that ask for the rows themselves. "Show" alone may ask for anything: show last year. */
const ROWS_ASKED = /^(?:列出|列举|有哪些|是哪些|都有哪些|清单|名单|名录|列表|哪些|which|which are|list|list all|list of|a list of|find|find all|what are|who)$/;

function asksRows({ opening }: Turn, mention: Mention): boolean {
  if (!cueOf(mention, 'list') && !cueOf(mention, 'which')) return false;
  return ROWS_ASKED.test(mention.span.text) || opening.marks.has('those');
}

/** The rows that were counted or added up. Groups, and figures of a part of the rows, have none to show. */
export function listRows(turn: Turn): Stop | null {
  const { kept } = turn;
  if (kept.having.length > 0 || kept.compare || kept.limit !== null || kept.measures.some(({ share, where }) => share ?? where)) return UNFIT;
  kept.measures = [];
  kept.dimensions = [];
  kept.order = [];
  kept.strategy = kept.near ? 'spatial' : null;
  tell(turn, '列出明细', 'listing the rows');
  return null;
}

/** Columns join those of a list; a ranking of named things may show another column of the same thing. */
function showColumns(turn: Turn, columns: Attribute[]): Stop | null {
  const { kept, opening, reading } = turn;
  if (kept.measures.length > 0 && kept.dimensions.length > 0) return showBesideGroups(turn, columns);
  if (kept.measures.length > 0) {
    const asked = opening.marks.has('those') || reading.mentions.some((mention) => asksRows(turn, mention));
    const stop = asked ? listRows(turn) : UNFIT;
    if (stop) return stop;
  }
  const name = kept.subject && nameOf(kept.subject.thing);
  if (kept.select.length === 0 && name && name.role === 'name' && !kept.distinct) kept.select = [name];
  kept.select = [...kept.select, ...columns.filter((one) => !kept.select.includes(one))];
  sayColumns(turn, columns);
  return null;
}

function showBesideGroups(turn: Turn, columns: Attribute[]): Stop | null {
  const { kept, reading } = turn;
  const named = kept.dimensions.some(({ column }) => reading.lexicon.things.get(column.table)?.attributes.some((one) => one.ref.column === column.column && (one.role === 'name' || one.unique)));
  const own = columns.every((one) => kept.dimensions.some(({ column }) => column.table === one.ref.table || (one.role !== 'measure' && reach(reading.model, column.table, one.ref.table)?.kind === 'one')));
  if (!named || !own || columns.some((one) => one.role === 'geo') || kept.compare) return UNFIT;
  kept.dimensions = [...kept.dimensions, ...columns.map((one) => ({ label: attributeLabel(one, reading.locale), column: one.ref }))];
  sayColumns(turn, columns);
  return null;
}

function sayColumns(turn: Turn, columns: Attribute[]): void {
  tell(turn, `加上${columns.map((one) => attributeLabel(one, 'zh')).join('、')}`, `${columns.map((one) => attributeLabel(one, 'en')).join(', ')} added`);
}
