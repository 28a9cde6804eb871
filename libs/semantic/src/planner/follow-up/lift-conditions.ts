import { attributeLabel } from '../answer/words';
import { closestAttributes } from '../assembly/choose-attribute';
import { thingOf } from '../assembly/head-thing';
import type { Attribute } from '../lexicon/model-view';
import { nameOf } from '../lexicon/name-of';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import { claim } from '../reading/reading';
import { dropConditions } from './kept-conditions';
import { CONDITION_NAMED, LIFTING } from './removal-words';
import { attributeOf } from './resume-draft';
import { type Change, type Turn, tell } from './turn';

/** 不限城市, "all cities", 去掉VIP条件: the conditions on one column fall away. */
export const liftConditions: Change = (turn) => {
  const { reading } = turn;
  const { text } = reading;
  const named = CONDITION_NAMED.before.test(text) && CONDITION_NAMED.after.test(text);
  if (!named && !LIFTING.test(text)) return null;
  const content = reading.mentions.filter((mention) => mention.claim === null && mention.senses.some((sense) => sense.kind !== 'cue'));
  const [mention] = content;
  if (!mention || content.length > 1) return null;
  const column = columnsOf(turn, mention, named).find((one) => dropConditions(turn.kept, (filter) => filter.kind !== 'or' && attributeOf(reading, filter) === one));
  if (!column) return null;
  claim('lifted', ...reading.mentions.filter((one) => one === mention || cueOf(one, 'all') || cueOf(one, 'negation') || (named && one.index > mention.index)));
  tell(turn, `不再限定${attributeLabel(column, 'zh')}`, `${attributeLabel(column, 'en')} is no longer restricted`);
  return null;
};

/** The columns that a mention may mean: by its own name, by its thing's, or, where a condition is spoken of, by a value. */
function columnsOf({ reading, kept }: Turn, mention: Mention, named: boolean): Attribute[] {
  const thing = thingOf(reading, mention);
  const name = thing && thing !== kept.subject?.thing ? nameOf(thing) : null;
  const valued = named ? sensesOf(mention, 'value').map(({ attribute }) => attribute) : [];
  const every = sensesOf(mention, 'attribute').map(({ attribute }) => attribute);
  return [...closestAttributes(reading, mention), ...every, ...(name ? [name] : []), ...valued];
}

