import { oneOf } from '../names/derive/word-list';

/** A stretch before or behind a question that tells for whom, or for what, it is asked: "the dean wants to know". */
export interface Frame {
  start: number;
  end: number;
}

/** One to three words, mostly with an article: what frames are made of is open, their shape is not. */
const SOMEBODY = String.raw`(?:(?:the|our|my|a|an|your|his|her|their) )?[a-z'-]+(?: (?:of )?[a-z'-]+){0,2}`;
const THE = String.raw`(?:the|our|my|a|an|your|this|next|his|her|their|[a-z]+(?: [a-z]+)?'s)`;
const WANTS = oneOf(`
  wants?|needs?|would like|'d like|likes?|asked|wanted|needed|is curious|are curious|is keen|are keen|was asking|
  were asking|is asking|are asking|has asked|have asked|asks?`);
const TO_KNOW = '(?:to (?:know|see|find out|understand|hear|learn|have|check))';
const ASKS_US = oneOf(`
  (?:has |have |is |are |keeps? |was |were )?(?:asked|asking|asks?)(?: (?:me|us|you)(?: (?:for|about|if|whether))?|
   about)|wants? (?:me|us) ${TO_KNOW}|is wondering|are wondering|wonders?`);
/** What a question is asked for, and who beside the asker reads the answer. */
const OCCASION = oneOf(`
  reports?|reporting|meetings?|papers?|presentations?|decks?|slides?|briefings?|reviews?|calls?|updates?|newsletters?|
  agenda|minutes|memos?|pitch|audits?|talks?|discussions?|sessions?|workshops?|conference|handover|summary|brochure|
  website|press release|paperwork|poster|leaflet|appendix|stand-?up|budget|planning|board|boss|management|committee|
  auditors?|investors?|trustees|shareholders|press`);

const FRAMES: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:so|hi|hello|hey|and|well|ok|okay),? )?${SOMEBODY} (?:${WANTS} ${TO_KNOW}|${ASKS_US})(?![a-z])[:,]?`,
  ),
  new RegExp(`^for ${THE} (?:[a-z'-]+ ){0,3}?${OCCASION}(?![a-z])(?: [a-z]+){0,2}?[:,]`),
  new RegExp(`^(?:for )?(?:${THE} )?(?:[a-z'-]+ ){0,2}?[a-z'-]+ ${OCCASION}\\s?:`),
  new RegExp(`^for ${THE} (?:[a-z'-]+ )?[a-z'-]+\\s?:`),
  new RegExp(`[,;:]? ?(?<![a-z])for ${THE} (?:[a-z'-]+ ){0,3}?${OCCASION}(?: please)?$`),
  /^(?:just )?(?:a |one |another )?(?:(?:quick|short|small|simple|little|last) )?(?:question|check|one|thing|query|request)(?: for you| from me)?\s?[:,-]/,
];

/** The frames of a normalised text, which is in lower case. */
export function framesIn(text: string): Frame[] {
  return FRAMES.flatMap((frame) => {
    const found = frame.exec(text);
    return found && found[0].length < text.length ? [{ start: found.index, end: found.index + found[0].length }] : [];
  });
}
