import type { Thing } from '../../model/things';
import { cueOf, type Mention } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';

/** Words that ask for the rows themselves, whatever they are told apart by. */
const ROWS = /^(?:名单|名录|清单|列表|列出|列举|罗列|有哪些|都有哪些|list|list of|a list of|list all)$/;

/**
 * 每个城市的5A景区名单, "list the schools of each district": rows are asked for, so what is named with every and its like
 * orders them (and is shown with them) instead of counting them. False where nothing asks for rows.
 */
export function listByGroups(reading: Reading, rows: Mention, thing: Thing): boolean {
  const { draft, mentions } = reading;
  const list = mentions.find((mention) => mention.claim === null && cueOf(mention, 'list') !== null && ROWS.test(mention.span.text));
  if (!list || draft.dimensions.length === 0 || draft.dimensions.some(({ grain }) => grain !== undefined)) return false;
  claim('subject', rows);
  draft.subject = { thing, span: rows.span };
  draft.order = draft.dimensions.map(({ column, span }) => ({ by: { kind: 'column', column }, direction: 'asc', span }));
  if (thing.kind === 'entity') draft.strategy = 'coverage';
  draft.dimensions = [];
  return true;
}
