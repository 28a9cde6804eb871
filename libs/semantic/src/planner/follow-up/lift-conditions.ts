import { attributeLabel } from '../../wording/words';
import { closestAttributes } from '../assembly/choose-attribute';
import { thingOf } from '../assembly/head-thing';
import type { Attribute } from '../../model/things';
import { nameOf } from '../../model/things';
import { type Mention, isContent, sensesOf } from '../reading/mention';
import { claim } from '../reading/reading';
import { readMentions } from '../reading/read-mentions';
import { dropConditions } from './kept-conditions';
import { CONDITION_NAMED, LIFTING } from './removal-words';
import { attributeOf } from './resume-draft';
import { type Change, type Turn, UNFIT, tell } from './turn';

/** 不限城市, "all cities", 去掉VIP条件: the conditions on one column fall away. The whole turn says so, or none of it. */
export const liftConditions: Change = (turn) => {
  const { reading } = turn;
  const named = nameOfCondition(reading.text);
  const words = named ?? (LIFTING.test(reading.text) ? reading.text.replace(LIFTING, blank) : null);
  if (words === null) return null;
  const content = readMentions(words, reading.lexicon, reading.today).filter((mention) => isContent(mention) || mention.literal !== null);
  const [mention] = content;
  if (!mention || content.length > 1) return null;
  const column = columnsOf(turn, mention, named !== null).find((one) => dropConditions(turn.kept, (filter) => filter.kind !== 'or' && attributeOf(reading, filter) === one));
  // "All provinces" where none was asked for by name is a question of its own.
  if (!column) return named === null && sensesOf(mention, 'attribute').length > 0 && reading.mentions.every((one) => one.literal?.kind !== 'time') ? UNFIT : null;
  claim('lifted', ...reading.mentions);
  tell(turn, `不再限定${attributeLabel(column, 'zh')}`, `${attributeLabel(column, 'en')} is no longer restricted`);
  return null;
};

function blank(words: string): string {
  return ' '.repeat(words.length);
}

/** What stands between 去掉 and 条件. */
function nameOfCondition(text: string): string | null {
  const { before, after } = CONDITION_NAMED;
  return after.test(text) ? text.replace(before, blank).replace(after, blank) : null;
}

/** The columns that a mention may mean: by its own name, by its thing's, or, where a condition is spoken of, by a value. */
function columnsOf({ reading, kept }: Turn, mention: Mention, named: boolean): Attribute[] {
  const thing = thingOf(reading, mention);
  const name = thing && thing !== kept.subject?.thing ? nameOf(thing) : null;
  const valued = named ? sensesOf(mention, 'value').map(({ attribute }) => attribute) : [];
  const every = sensesOf(mention, 'attribute').map(({ attribute }) => attribute);
  return [...closestAttributes(reading, mention), ...every, ...(name ? [name] : []), ...valued];
}
