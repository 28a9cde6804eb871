import { attributeLabel } from '../../wording/words';
import { cueOf, type Mention } from '../reading/mention';
import { spanOver } from '../reading/reading';
import { type Turn, tell } from './turn';

/** 和北京比呢 of Shanghai: the word that holds one value against another. */
export function heldAgainst({ reading, kept }: Turn): Mention | null {
  const versus = reading.mentions.find((mention) => (mention.claim === null || mention.claim === 'compare') && cueOf(mention, 'versus'));
  return versus && kept.measures.length > 0 && kept.compare === null ? versus : null;
}

/** The values that are held against each other are groups; false where there is nothing to hold against. */
export function compareWith(turn: Turn, versus: Mention): boolean {
  const { reading, kept } = turn;
  const values = kept.filters.find(({ filter }) => filter.kind === 'in' && !filter.negated && filter.span !== undefined);
  if (!values?.attribute) return false;
  versus.claim = 'compare';
  const { ref } = values.attribute;
  const grouped = kept.dimensions.some(({ column }) => column.table === ref.table && column.column === ref.column);
  const span = spanOver(reading, versus);
  if (!grouped) kept.dimensions = [...kept.dimensions, { label: attributeLabel(values.attribute, reading.locale), column: ref, ...(span ? { span } : {}) }];
  return true;
}

/** The groups that came with the values. */
export function sayGroups(turn: Turn, from: number): void {
  for (const { label } of turn.kept.dimensions.slice(from)) tell(turn, `按${label}对比`, `compared by ${label}`);
}
