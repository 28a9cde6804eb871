import {
  alone,
  type Construction,
  countOf,
  either,
  pair,
  setOf,
  withGroupCondition,
  type ConditionMeaning,
  type EventMeaning,
  type Facts,
  type GroupConditionMeaning,
} from '@querent/grammar';
import { actorsOfEvents, personTexts, related, rowsOfEvent } from '@querent/constructions';
import { marked } from './extremes';
import { ranked, rankedKeys } from './ranked';
import { isNamed } from './rankings';

/** Questions for people: who has the most, who has related rows, how many people did something. */
export const WHO_QUESTIONS: readonly Construction[] = [
  pair(
    'who has an extreme',
    'w:who',
    'ranking',
    { cost: 0.02, zh: '谁的订单最多', en: 'who has the most orders' },
    (_, found, facts) => {
      const home = found.by.cat === 'figure' ? found.by.thing : found.by.column.table;
      // For inspections with a column for the inspector, the question asks for persons only.
      const written = found.by.cat === 'figure' ? personTexts(facts, home) : [];
      const owners = ownersOf(facts, home).filter((thing) => written.length === 0 || facts.isPerson(thing));
      const byName = written.flatMap((column) => rankedKeys(facts, [{ column, grain: null }], marked(found)) ?? []);
      const byThing = [...(written.length > 0 ? [] : [home]), ...owners].flatMap((thing) => {
        const made = isNamed(facts, thing)
          ? ranked(facts, { ...setOf(thing, true), asked: true }, marked(found))
          : null;
        return withMoreCost(made, asPerson(facts, thing, home)).flatMap((one) => {
          const actors = one.meaning.cat === 'set' ? actorsOfEvents(one.meaning, facts) : null;
          return actors?.map(({ meaning, cost }) => ({ meaning, cost: one.cost + cost })) ?? [one];
        });
      });
      return [...byName, ...byThing];
    },
  ),
  pair(
    'who has related rows',
    'w:who',
    'group_condition',
    { cost: 0.1, zh: '谁没有下过订单', en: 'who has not placed an order' },
    (_, condition, facts) =>
      ownersOf(facts, condition.figure.thing).flatMap((thing) =>
        withMoreCost(
          withGroupCondition(facts, { ...setOf(thing, true), asked: true }, condition),
          asPerson(facts, thing, condition.figure.thing),
        ),
      ),
  ),
  pair(
    'how many people do something',
    'op:count',
    ['group_condition', 'event', 'condition'],
    { zh: '多少人下过单', en: 'how many people ordered' },
    ({ operator }, what, facts) => {
      const done = operator.people ? doneBy(facts, what) : null;
      return done && { cat: 'people_who', done };
    },
  ),
  ...either(
    'people who do something in a period',
    'people_who',
    'period',
    { cost: 0.03, zh: '上周多少人下单', en: 'how many people ordered last week' },
    ({ done }, { use }) => ({
      cat: 'people_who',
      done: { ...done, figure: { ...done.figure, periods: [...done.figure.periods, use] } },
    }),
  ),
  alone(
    'number of people',
    'people_who',
    { cost: 0.05, zh: '多少人退过款', en: 'how many people ordered' },
    ({ done }, facts) =>
      facts.possiblePersons(done.figure.thing).flatMap(({ thing, hasPersonName }) => {
        const found = withGroupCondition(facts, setOf(thing, true), done);
        const count = found && countOf(found.meaning);
        return count ? [{ meaning: count, cost: hasPersonName ? 0 : 0.15 }] : [];
      }),
  ),
  pair(
    'who before ranked things',
    'w:who',
    ['set', 'figure', 'top'],
    { cost: 0.02, zh: '', en: 'who are the top 5 doctors by visits' },
    (_, what, facts) => {
      if (what.cat !== 'set') return what.cat === 'top' || what.order !== null ? what : null;
      const actors = actorsOfEvents(what, facts);
      if (actors !== null) return actors;
      // "Who made the films" does not ask for films.
      const isThing = what.select.length + what.order.length === 0 && facts.isMadeByPersons(what.thing);
      return { meaning: { ...what, asked: true }, cost: isThing ? 0.3 : 0 };
    },
  ),
];

/** An action as a condition on those who do it. */
function doneBy(
  facts: Facts,
  what: GroupConditionMeaning | EventMeaning | ConditionMeaning,
): GroupConditionMeaning | null {
  if (what.cat === 'group_condition') return what;
  if (what.cat === 'event') return what.became ? null : rowsOfEvent(facts, what);
  return what.event ? related(facts, { ...setOf(what.thing, true), filters: what.filters }, '>=', 1) : null;
}

/** Things with names that rows refer to. If all of these are events, also what the events refer to. */
export function ownersOf(facts: Facts, thing: string): string[] {
  const direct = facts.references.flatMap(({ from, to }) =>
    from.table === thing && to.table !== thing ? [to.table] : [],
  );
  const isOnlyOfEvents = direct.every((owner) => facts.isEvent(owner));
  const owners = direct.flatMap((owner) =>
    isOnlyOfEvents && facts.way(thing, owner)?.kind === 'lookup' ? [owner, ...ownersOf(facts, owner)] : [owner],
  );
  return [...new Set(owners)].filter((owner) => isNamed(facts, owner));
}

/**
 * Cost of a thing as the answer to "who": low for a person, higher for an event, a kind, or the owner of a named thing.
 */
const asPerson = (facts: Facts, thing: string, home: string): number =>
  (facts.isPerson(thing) ? 0 : 0.2) +
  (facts.isLookup(thing) || (thing !== home && isNamed(facts, home) && !facts.isEvent(home)) ? 0.2 : 0);

const withMoreCost = <M>(made: { meaning: M; cost: number } | null, cost: number): { meaning: M; cost: number }[] =>
  made ? [{ ...made, cost: made.cost + cost }] : [];
