import type { SemanticQuery } from '@querent/contracts';
import { say } from '../../wording/words';
import { checkCoverage } from '../assembly/check-coverage';
import { checkLimits } from '../assembly/check-limits';
import { checkSpans } from '../assembly/check-spans';
import { checkUnknown } from '../assembly/check-unknown';
import { finish } from '../assembly/finish';
import { refuse } from '../assembly/refuse';
import { fillRequiredFilters } from '../assembly/required-filters';
import { settleReach } from '../assembly/settle-reach';
import type { Stop } from '../assembly/step';
import { isContent } from '../reading/mention';
import { emptyDraft, type Reading } from '../reading/reading';
import { readMentions, wantsPicture } from '../reading/read-mentions';
import { changeComparison } from './change-comparison';
import { changeConditions } from './change-conditions';
import { changeGrouping } from './change-grouping';
import { asksWho, changeListing } from './change-listing';
import { changeMeasure } from './change-measure';
import { changeRanking } from './change-ranking';
import { changeTime } from './change-time';
import { liftConditions } from './lift-conditions';
import { nameBound } from './name-bound';
import { measureByEnding } from './measure-by-ending';
import { preferStanding } from './prefer-standing';
import { readOpening } from './read-opening';
import { resumeDraft } from './resume-draft';
import { standsAlone } from './stands-alone';
import { type Change, tell, type Turn, UNFIT } from './turn';

/** What a turn makes of the query before: a new query, or a question about what the turn leaves open. */
export type FollowUp = { reading: Reading } & ({ query: SemanticQuery } | { stop: Stop });

/**
 * A turn of a conversation that changes the query before: exactly the part that it names, everything else stays. Null when
 * the turn is a question of its own, or names something that has no place in that query; it is then read alone. The
 * reading that comes back is that of the turn, with what the answer must disclose.
 */
export function followUp(reading: Reading, context: SemanticQuery): FollowUp | null {
  const turn = openTurn(reading, context);
  if (!turn || liftConditions(turn)) return null;
  if (turn.said.length === 0 && standsAlone(turn.reading, turn.opening)) return null;
  for (const change of CHANGES) {
    const stop = change(turn);
    // A time of which nothing is recorded is refused as such: alone it would say nothing at all.
    if (stop && change === changeTime && stop !== UNFIT) return { reading: turn.reading, stop };
    if (stop) return asked(turn, stop);
  }
  if (turn.said.length === 0 && isOnlyDrawn(turn.reading)) tell(turn, '换一种展示方式', 'shown another way');
  if (turn.said.length === 0) return null;
  return settle(turn);
}

/** The order matters: figures decide the rows, rows which columns are near; groups come before what is ranked. */
const CHANGES: readonly Change[] = [
  measureByEnding,
  ({ reading }) => checkUnknown(reading),
  changeMeasure, changeComparison, changeTime, changeGrouping, nameBound, changeConditions, changeRanking, changeListing,
];

function openTurn(original: Reading, context: SemanticQuery): Turn | null {
  const opening = readOpening(original.text, (position) => original.mentions.some((mention) => isContent(mention) && mention.span.start < position));
  const mentions = readMentions(opening.rest, original.lexicon, original.today);
  if (mentions.length === 0 && opening.removed.length === 0 && !opening.marks.has('reversed') && !asksWho(opening) && !wantsPicture(opening.rest, original.lexicon, original.today)) return null;
  const reading: Reading = { ...original, text: opening.rest, mentions, draft: emptyDraft(), disclosures: [] };
  const kept = resumeDraft(reading, context);
  if (!kept) return null;
  reading.draft.subject = kept.subject;
  preferStanding(reading, kept);
  return { reading, opening, context, kept, said: [] };
}

/** "As a pie chart": the query before, drawn anew. */
function isOnlyDrawn({ mentions, text, lexicon, today }: Reading): boolean {
  return mentions.length === 0 && wantsPicture(text, lexicon, today);
}

/** The changed query passes what every query passes; related rows that stood before stay as they were. */
function settle(turn: Turn): FollowUp | null {
  const { reading, kept } = turn;
  const standing = kept.exists.filter(({ at }) => at < 0);
  reading.draft = { ...kept, exists: kept.exists.filter(({ at }) => at >= 0), repeated: reading.draft.repeated };
  // A part of the rows that nothing sets apart any more is no part.
  const partless = kept.measures.some(({ share }) => share?.of === 'filtered' && (share.where ?? []).length === 0);
  const stop = partless ? UNFIT : (fillRequiredFilters(reading) ?? settleReach(reading));
  if (stop) return asked(turn, stop);
  reading.draft.exists = [...standing, ...reading.draft.exists];
  const late = checkLimits(reading) ?? checkCoverage(reading) ?? checkSpans(reading);
  if (late) return asked(turn, late);
  const query = finish(reading);
  if ('kind' in query) return asked(turn, query);
  const changes = turn.said.join(say(reading.locale, '，', '; '));
  reading.disclosures.unshift(say(reading.locale, `沿用上一个问题，${changes}`, `continues the previous question: ${changes}`));
  return { reading, query };
}

/**
 * A question back is worth a pause; what cannot be applied is read alone. But "their prices" alone would be everybody's:
 * a turn that speaks of the rows before and finds no place there is refused.
 */
function asked({ reading, opening }: Turn, stop: Stop): FollowUp | null {
  if (stop.kind === 'ambiguous') return { reading, stop };
  return opening.marks.has('those') ? { reading, stop: refuse(reading, 'unplaced', opening.reference) } : null;
}
