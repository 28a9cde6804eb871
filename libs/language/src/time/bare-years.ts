import { readCalendar } from './time-reading';
import { englishRule } from './time-rule';
import type { TimeRule } from './time-rule';

const YEAR = '(?<y>(?:19|20|21)\\d\\d)';
const OTHER_YEAR = '(?:19|20|21)\\d\\d';

/** Counted or measured: "2000 customers" is many customers, "2024 orders" more likely the orders of 2024. */
const NOT_COUNTED =
  "(?! ?(?:%|percent|km|m|kg|meters?|miles?|dollars|yuan|usd|rmb|people|[$¥元个家名位条人件万千])(?![a-z])|[.,]\\d|-\\d{3}|(?<=00) [a-z]+s(?![a-z]))";

const PREPOSITION =
  'in|during|since|for|of|up to|prior to|earlier than|later than|newer than|from|until|till|before|after|by|through|throughout|vs\\.?|versus|compared (?:to|with)|as of|between';

/** What makes "of 2000", "for 1999", "by 2000", "between 2000 and 2100" an amount. */
const MEASURES =
  'price[ds]?|costs?|amounts?|salar(?:y|ies)|capacit(?:y|ies)|populations?|totals?|sums?|minimum|maximum|average|value[ds]?|scores?|sizes?|numbers?|counts?|' +
  'distances?|lengths?|weights?|heights?|budgets?|areas?|mileage|horsepower|ranges?|incomes?|bonus|fees?|limits?|balances?|quantit(?:y|ies)|groups?|list|out|worth|least|most|' +
  'rating|points?|sold|bought|paid|earn(?:s|ed|ing|ings)?|increas\\w*|decreas\\w*|grew|rose|fell|drop\\w*|exceed\\w*|tonnage|elevations?|altitudes?';
const NOT_MEASURED = `(?<!\\b(?:${MEASURES})(?: is| are| of| was)? (?:between|from|of|for|by|up to) )`;

const LINKS = '-|–|~|to|and|or|through|thru|vs\\.?|versus|with|,|until|till|, and';
const HEADS = "the|total|our|my|all|average|full|me|show|give|get|find|list|compare|compute|calculate|is|was|were|'s";

/**
 * A bare four-digit number is a year only where the sentence says so: after a preposition of time, beside another year,
 * or before what it dates. "Order 2024", "more than 2000" and "a capacity of 2000" stay numbers.
 */
export const BARE_YEAR_RULES: readonly TimeRule[] = [
  `(?<=\\b(?:${PREPOSITION}) (?:late |early |mid[ -])?)${NOT_MEASURED}(?:the )?(?:calendar )?(?:year (?:of )?)?${YEAR}(?:'s)?${NOT_COUNTED}`,
  `(?:the )?(?:calendar )?year (?:of )?${YEAR}`,
  `${NOT_MEASURED}${YEAR}(?= ?(?:${LINKS}) ?${OTHER_YEAR}(?!\\d))(?!.{2,8}(?:${OTHER_YEAR}) (?:dollars|yuan|km|people|points))`,
  `(?<=(?<!\\b(?:${MEASURES})(?: is| are| of| was)? (?:between|from|of) )(?<!\\d)${OTHER_YEAR} ?(?:${LINKS}) ?)${YEAR}${NOT_COUNTED}`,
  `(?<=^|(?<!\\d), )${YEAR}(?= [a-z])(?! (?:or more|or less|and above|to ))${NOT_COUNTED}`,
  `(?<=\\b(?:${HEADS}) )${YEAR}(?= [a-z])${NOT_COUNTED}`,
  // Chinese questions write 2024销售额 too.
  `(?<=^|[在的于问看下询计出示我,，。 ])${YEAR}(?=\\p{Script=Han})(?![年个家名位条人件元万千百余多以财号楼栋届级班米公分]|[-~到至和与、])`,
].map((source) => englishRule(source, ({ y }, today) => readCalendar({ year: Number(y) }, today)));
