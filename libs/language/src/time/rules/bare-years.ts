import { readCalendar } from '../time-reading';
import { englishRule, type TimeRule } from './time-rule';

const YEAR = '(?<y>(?:19|20|21)\\d\\d)';
const OTHER_YEAR = '(?:19|20|21)\\d\\d';

/** Counted or measured: "2000 customers" is a quantity, "2024 orders" more likely the orders of 2024. */
const NOT_COUNTED =
  '(?! ?(?:%|percent|km|m|kg|meters?|miles?|dollars|yuan|usd|rmb|people|[$¥元个家名位条人件万千])(?![a-z])|[.,]\\d|-\\d{3}| (?:or|and) (?:more|less|fewer|above|below|under|over)(?![a-z]))';
const NOT_MANY = '(?!(?<=00) [a-z]+s(?![a-z]))';

const OF_TIME =
  'during|since|prior to|earlier than|later than|newer than|until|till|before|after|through|throughout|as of';
const OF_TIME_OR_AMOUNT = 'in|for|of|up to|from|by|vs\\.?|versus|compared (?:to|with)|between';

/** Words that make "of 2000", "for 1999", "by 2000", "between 2000 and 2100" an amount. */
const MEASURES =
  'price[ds]?|costs?|amounts?|salar(?:y|ies)|capacit(?:y|ies)|populations?|totals?|sums?|minimum|maximum|average|value[ds]?|scores?|sizes?|numbers?|counts?|' +
  'distances?|lengths?|weights?|heights?|budgets?|areas?|mileage|horsepower|ranges?|incomes?|bonus|fees?|limits?|balances?|quantit(?:y|ies)|groups?|list|out|worth|least|most|' +
  'rating|points?|sold|bought|paid|earn(?:s|ed|ing|ings)?|increas\\w*|decreas\\w*|grew|rose|fell|drop\\w*|exceed\\w*|tonnage|elevations?|altitudes?';
const NOT_MEASURED = `(?<!\\b(?:${MEASURES})(?: is| are| of| was)? (?:between|from|of|for|by|up to) )`;

const WRITTEN_YEAR = `(?:the )?(?:calendar )?(?:year (?:of )?)?${YEAR}(?:'s)?${NOT_COUNTED}`;
const LINKS = '-|–|~|to|and|or|through|thru|vs\\.?|versus|with|,|until|till|, and';
const HEADS = "the|total|our|my|all|average|full|me|show|give|get|find|list|compare|compute|calculate|is|was|were|'s";

/**
 * A bare four-digit number is a year only if the sentence shows it: after a preposition of time, beside another year,
 * or before a noun that it dates. "Order 2024", "more than 2000" and "a capacity of 2000" stay numbers.
 */
export const BARE_YEAR_RULES: readonly TimeRule[] = [
  `(?<=\\b(?:${OF_TIME}) (?:late |early |mid[ -])?)${WRITTEN_YEAR}`,
  `(?<=\\b(?:${OF_TIME_OR_AMOUNT}) (?:late |early |mid[ -])?)${NOT_MEASURED}${WRITTEN_YEAR}${NOT_MANY}`,
  `(?:the )?(?:calendar )?year (?:of )?${YEAR}`,
  `${NOT_MEASURED}${YEAR}(?= ?(?:${LINKS}) ?${OTHER_YEAR}(?!\\d))(?!.{2,8}(?:${OTHER_YEAR}) (?:dollars|yuan|km|people|points))`,
  `(?<=(?<!\\b(?:${MEASURES})(?: is| are| of| was)? (?:between|from|of) )(?<!\\d)${OTHER_YEAR} ?(?:${LINKS}) ?)${YEAR}${NOT_COUNTED}`,
  `(?<=^|(?<!\\d), )${YEAR}(?= [a-z])(?! to )${NOT_COUNTED}${NOT_MANY}`,
  `(?<=\\b(?:${HEADS}) )${YEAR}(?= [a-z])${NOT_COUNTED}${NOT_MANY}`,
  // Chinese questions write 2024销售额 too.
  `(?<=^|[在的于问看下询计出示我,，。 ])${YEAR}(?=\\p{Script=Han})(?![年个家名位条人件元万千百余多以财号楼栋届级班米公分]|[-~到至和与、])`,
].map((source) => englishRule(source, ({ y }, today) => readCalendar({ year: Number(y) }, today)));
