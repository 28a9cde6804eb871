import { filterText } from '../../wording/filter-text';
import { say } from '../../wording/words';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import type { Measure } from '@querent/contracts';
import { type DraftFilter, type Reading, claim } from '../reading/reading';
import { closestAttributes } from './choose-attribute';
import { thingOf } from './head-thing';
import { addDimension } from './read-dimensions';
import { addMeasure, countOf, ownerOfValue } from './read-measures';
import { refuse } from './refuse';
import type { Stop } from './step';

/** A share needs something measured: 退款占比 counts refunds. Runs before the subject is decided. */
export function measureOfShare(reading: Reading): Stop | null {
  const cue = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'share'));
  if (!cue || reading.draft.measures.length > 0) return null;
  const after = reading.mentions.slice(cue.index + 1).find((mention) => mention.claim === null && thingOf(reading, mention));
  const before = reading.mentions.slice(0, cue.index).reverse().find((mention) => mention.claim === null && thingOf(reading, mention));
  const target = /[a-z]/.test(cue.span.text) ? (after ?? before) : (before ?? after);
  const value = reading.mentions.find((mention) => mention.claim === null && sensesOf(mention, 'value').length > 0);
  const thing = thingOf(reading, target) ?? (value ? ownerOfValue(reading, value) : null);
  if (thing) addMeasure(reading, countOf(reading, thing), [target]);
  else shareOfKinds(reading, cue);
  return null;
}

/** 退款原因占比, "share of payment methods": each kind's part of the rows that have it. */
function shareOfKinds(reading: Reading, cue: Mention): void {
  const beside = [reading.mentions[cue.index - 1], reading.mentions[cue.index + 1]].find((mention) => mention?.claim === null && closestAttributes(reading, mention, (one) => one.role === 'dimension').length === 1);
  const [kind] = beside ? closestAttributes(reading, beside, (one) => one.role === 'dimension') : [];
  const owner = kind && reading.lexicon.things.get(kind.ref.table);
  if (!beside || !kind || !owner) return;
  addMeasure(reading, countOf(reading, owner), []);
  addDimension(reading, kind, [beside]);
}

/** With groups a share is of their total; without, it is of the rows that satisfy the one condition named. */
export function settleShare(reading: Reading): Stop | null {
  const { draft } = reading;
  const cues = reading.mentions.filter((mention) => mention.claim === null && cueOf(mention, 'share'));
  const [cue] = cues;
  const measure = draft.measures[0];
  if (!cue || !measure || draft.measures.length > 1) return null;
  const name = say(reading.locale, `${measure.label}占比`, `share of ${measure.label}`);
  if (draft.dimensions.length > 0 && !(isCount(reading, measure) && named(reading).length === 1)) {
    draft.measures = [...(isBeside(reading, cue, measure) ? [measure] : []), { ...measure, label: name, share: { of: 'total' } }];
    claim('share', ...cues);
    return null;
  }
  const conditions = named(reading);
  if (conditions.length !== 1 || draft.exists.length > 0) return conditions.length > 1 ? refuse(reading, 'unplaced', cue.span.text) : null;
  draft.filters = draft.filters.filter((one) => one !== conditions[0]);
  const where = conditions.map(({ filter }) => filter);
  const of = conditions.map(({ filter }) => filterText(reading, filter)).join('、');
  const part = say(reading.locale, `${of}的${measure.label}`, `${measure.label} (${of})`);
  draft.measures = [...(isBeside(reading, cue, measure) ? [{ ...measure, label: part, where }] : []), { ...measure, label: say(reading.locale, `${part}占比`, `share of ${part}`), share: { of: 'filtered', where } }];
  claim('share', ...cues);
  return null;
}

/** 订单数和占比, "number and share of orders": the figure is asked for as well as its part of the whole. */
function isBeside({ mentions }: Reading, cue: Mention, measure: Measure): boolean {
  const joined = cue.glue.has('and') ? mentions[cue.index - 1] : undefined;
  const within = (mention: Mention | undefined) => mention !== undefined && measure.span !== undefined && measure.span.start <= mention.span.start && mention.span.end <= measure.span.end;
  const next = mentions[cue.index + 1];
  return within(joined) || (next?.glue.has('and') === true && within(next));
}

/** The conditions that words of the question name, times left out. */
function named({ draft }: Reading): DraftFilter[] {
  return draft.filters.filter(({ filter }) => filter.span !== undefined && filter.kind !== 'time' && filter.kind !== 'latest');
}

/** 各区优秀学校占比 asks how many schools of each district are excellent, not where the excellent ones lie. */
function isCount(reading: Reading, { what }: Measure): boolean {
  return what.kind === 'aggregate' ? what.fn === 'count' : /^\s*count/i.test(reading.model.metrics[what.id]?.expression ?? '');
}
