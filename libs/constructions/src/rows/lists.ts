import { comparedColumns } from '@querent/contracts';
import { type Construction, type Facts, isBareSet, pair, type SetMeaning, setOf } from '@querent/grammar';
import { isMeasureWord } from './bounds';
import { actorsOfEvents } from '../events/actors-of-events';
import { WHEN_OF_WHICH, areTimes, selected } from './attributes-of-things';

/** Things that the question asks for: which, list, who, whose, when. */
export const LISTS: readonly Construction[] = [
  pair(
    'asked thing',
    ['w:which', 'w:list'],
    'set',
    { zh: '哪些客户', en: 'which customers, list the customers' },
    (marker, set, facts) => {
      if ((marker as { cat: string }).cat !== 'w:which') return { ...set, asked: true };
      // "What did Ann buy" does not ask for someone called Ann.
      if ((set.clause || !set.named) && facts.isNaming(set.thing, set.filters)) return null;
      return { meaning: whichOf(facts, set), cost: areTimes(facts, set.select) ? WHEN_OF_WHICH : 0 };
    },
  ),
  pair('each thing', 'w:each', 'set', { cost: 0.12, zh: '各仓库的面积', en: "each warehouse's area" }, (_, set) =>
    set.asked || set.order.length > 0 ? null : { ...set, asked: true, each: true },
  ),
  // The number in "all 50 states" is their total and not a limit.
  pair('all of a thing', 'w:all', 'set', { zh: '所有客户', en: 'all customers' }, (_, set) =>
    set.limit !== null && isBareSet({ ...set, limit: null }) ? { ...set, limit: null } : set,
  ),
  pair('list after its things', 'set', ['w:list', 'w:which'], { cost: 0.02, zh: '客户名单', en: '' }, (set, word) =>
    (word as { cat: string }).cat === 'w:list'
      ? { ...set, asked: true, several: true, ...(isNearestOne(set) && { limit: null }) }
      : set.clause
        ? null
        : { ...set, asked: true },
  ),
  pair(
    'question word after its things',
    ['set', 'figure'],
    ['w:who', 'w:which', 'w:when'],
    { cost: 0.01, zh: '信用额度最高的客户是谁', en: '' },
    (what, asked, facts) => {
      // 最近一次付款是哪天 asks for its day.
      const isWhen = (asked as { cat: string }).cat === 'w:when';
      if (what.cat === 'set' && isWhen) return whenOf(what, facts, OTHER_TIME, WITHOUT_EVENT);
      const actors =
        what.cat === 'set' && (asked as { cat: string }).cat === 'w:who' ? actorsOfEvents(what, facts) : null;
      if (actors !== null) return actors;
      // 客户买了什么 asks for what they bought.
      if (what.cat === 'set') return what.clause ? null : { ...what, asked: true };
      return what.order === null && what.having.length === 0 ? null : what;
    },
  ),
  pair('whose it is', 'set', 'w:de', { cost: 0.02, zh: '哪个客户的', en: '' }, (set) =>
    set.asked && set.filters.length + set.periods.length + set.having.length + set.order.length === 0
      ? { cat: 'whose', thing: set.thing }
      : null,
  ),
  pair(
    'things and whose they are',
    'set',
    'whose',
    { cost: 0.02, zh: '运费最高的订单是哪个客户的', en: '' },
    (set, { thing }, facts) => {
      const name = facts.way(set.thing, thing)?.kind === 'lookup' ? facts.nameColumn(thing) : null;
      return name && set.order.length > 0 && set.select.length === 0
        ? selected(facts, set, { columns: [name], asked: true })
        : null;
    },
  ),
  pair('who did something', 'w:who', 'w:do', { zh: '', en: 'who made' }, () => ({ cat: 'who_did' })),
  pair(
    'those who did something with things',
    'who_did',
    'set',
    { cost: 0.2, zh: '', en: 'who made the deliveries' },
    // Only for things with several columns of persons, each of which may be the actor. A single person column need not
    // be the actor.
    (_, set, facts) => {
      const columns = set.asked || set.select.length > 0 ? [] : facts.personColumns(set.thing);
      return columns.length > 1 ? columns.flatMap((column) => selected(facts, set, { columns: [column] }) ?? []) : null;
    },
  ),
  pair('and when', ['w:and', 'w:comma'], 'w:when', { zh: '', en: 'and when' }, (_, when) => when),
  pair(
    'how much so the extreme is',
    ['set', 'figure'],
    'w:howSo',
    { cost: 0.02, zh: '', en: 'the longest trip, and how long is it' },
    (what) => {
      const isRanked = what.cat === 'set' ? what.order.length > 0 : what.order !== null;
      return isRanked && what.limit !== null ? what : null;
    },
  ),
  pair(
    'number of things to name',
    'number',
    'set',
    { cost: 0.03, zh: '5个客户', en: '5 customers' },
    ({ value, unit }, set) =>
      Number.isInteger(value) && value > 0 && isMeasureWord(unit) && set.limit === null && set.order.length === 0
        ? { ...set, limit: value }
        : null,
  ),
  pair(
    'when of things',
    'w:when',
    'set',
    { zh: '什么时候', en: 'when was the first warehouse opened' },
    (_, set, facts) => whenOf(set, facts, 0.1, 0),
  ),
  pair(
    'question word behind respectively',
    'w:respectively',
    ['w:when', 'w:who', 'w:which'],
    { cost: 0.01, zh: '分别是哪天', en: '' },
    (_, asked) => asked,
  ),
  pair(
    'whose value something is',
    'condition',
    'columns',
    { cost: 0.02, zh: '奥斯汀是哪个州的首府', en: '' },
    ({ thing, filters: [filter, ...more] }, { columns: [column, ...others], asked }) => {
      const isKnown = filter?.kind === 'compare' && filter.op === '=' && more.length + others.length === 0;
      const isSame = isKnown && filter.column.table === column?.table && filter.column.column === column.column;
      return asked && isSame ? { ...setOf(thing, true), asked: true, filters: [filter] } : null;
    },
  ),
];

/** Whether the set is the nearest row to a place, without a number. */
const isNearestOne = ({ near, limit }: SetMeaning): boolean => near !== null && near.radius === null && limit === 1;

/**
 * The things of a "which" question: with their names if they are ranked, else with distinct values ("which countries
 * have customers").
 */
function whichOf(facts: Facts, set: SetMeaning): SetMeaning {
  const asked: SetMeaning = { ...set, asked: true };
  if (set.select.length === 0) return asked;
  const name = facts.nameColumn(set.thing);
  if (set.order.length > 0) return name ? { ...asked, select: [name, ...set.select] } : asked;
  return { ...asked, distinct: set.distinct || set.select.every((ref) => facts.role(ref) === 'dimension') };
}

/** Cost of each further time column that the question may ask for. */
const OTHER_TIME = 0.2;
/** Cost of "and when" where no event is named. */
const WITHOUT_EVENT = 0.15;

/**
 * The set with the time column that it is ordered by, else of a named event, else each of its time columns.
 * @param later cost of each further time column
 * @param withoutEvent cost if no event is named
 */
function whenOf(
  set: SetMeaning,
  facts: Facts,
  later: number,
  withoutEvent: number,
): { meaning: SetMeaning; cost: number }[] {
  const ordered = set.order.map(({ column }) => column).filter((column) => facts.isTime(column));
  // "Which lots were sold this year, and when" asks for the time of the sale.
  const named = [...set.periods.flatMap(({ column }) => column ?? []), ...set.filters.flatMap(comparedColumns)];
  const ofEvents = named.filter((column) => column.table === set.thing && facts.isTime(column));
  const known = [...ordered, ...ofEvents, ...(set.clock === null ? [] : [set.clock])];
  const clocks = known.length > 0 ? known.slice(0, 1) : facts.clocks(set.thing);
  const name = set.asked && set.select.length === 0 ? facts.nameColumn(set.thing) : null;
  return clocks.map((column, at) => ({
    meaning: { ...set, asked: true as const, select: [...(name ? [name] : []), ...set.select, column] },
    cost: at * later + (known.length > 0 ? 0 : withoutEvent),
  }));
}
