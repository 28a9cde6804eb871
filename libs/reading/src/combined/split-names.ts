import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import type { InTextWeight } from './in-text';

/** Cost of a name that a value splits in two, and of a verb that is a single character of an earlier name. */
const APART = 0.05;
const CUT_SHORT = 0.1;
const FILLER = 0.02;
const HAN = /^\p{Script=Han}+$/u;
/** Endings of the names of amounts. */
const OF_AMOUNT = /[量额数费价金]$/u;

/** Names that a value splits in two, names that are cut short, and verbs inside a longer name. */
export const SPLIT_NAMES: InTextWeight = {
  name: 'parts of split names',
  example: '用电量',
  weigh: () => null,
  adds: ({ text, units, facts }) => [
    ...aroundValues(text, units, facts),
    ...verbsOfRoles(text, units, facts),
    ...verbsCutShort(text, units),
  ],
};

/** 用电量 is the amount 用量 of rows with the value 电: the value is inside the name of the amount. */
function aroundValues(text: string, units: readonly Unit[], facts: Facts): Unit[] {
  const amounts = new Map<string, Amount[]>();
  return units.flatMap((value): Unit[] => {
    const { meaning, form, start, end } = value;
    if (meaning.type !== 'value' || form !== 'exact' || !HAN.test(value.text)) return [];
    const { table } = meaning.column;
    const known = amounts.get(table) ?? amountsOf(facts, table);
    amounts.set(table, known);
    return known.flatMap(({ names, meaning: amount }): Unit[] =>
      names.flatMap((name) => {
        const at = cutOf(name, text, { start, end });
        if (at === null) return [];
        const tail = { start: end, end: end + name.length - at };
        const head = { start: start - at, end: start };
        return [
          { ...tail, text: text.slice(tail.start, tail.end), meaning: amount, form: 'inflected', cost: APART },
          { ...head, text: text.slice(head.start, head.end), meaning: { type: 'filler' }, form: 'word', cost: FILLER },
        ];
      }),
    );
  });
}

/** The position where a stretch of the text splits a name; null if it does not. */
function cutOf(name: string, text: string, { start, end }: Pick<Unit, 'start' | 'end'>): number | null {
  for (let at = 1; at < name.length; at++)
    if (text.startsWith(name.slice(at), end) && text.startsWith(name.slice(0, at), start - at)) return at;
  return null;
}

interface Amount {
  names: readonly string[];
  meaning: Unit['meaning'];
}

/** Metrics and amounts of a table's rows, by those of their names that a value may split. */
function amountsOf(facts: Facts, table: string): Amount[] {
  const mayBeCut = (name: string): boolean => HAN.test(name) && OF_AMOUNT.test(name);
  const metrics = Object.values(facts.model.metrics).flatMap((metric): Amount[] => {
    const way = metric.table === null ? null : facts.way(metric.table, table);
    const isReached = way?.kind === 'same' || way?.kind === 'lookup';
    const names = [metric.label.zh ?? '', ...metric.synonyms.zh].filter(mayBeCut);
    return isReached ? [{ names, meaning: { type: 'metric', id: metric.id } }] : [];
  });
  const columns = facts.columns(table).flatMap((column): Amount[] => {
    const { label, synonyms } = facts.column(column) ?? {};
    const names = [label?.zh ?? '', ...(synonyms?.zh ?? [])].filter(mayBeCut);
    return facts.role(column) === 'measure' ? [{ names, meaning: { type: 'measure', column } }] : [];
  });
  return [...metrics, ...columns];
}

/** 推荐人数 may mean how many people a person recommended, or how many 推荐人 there are. */
function verbsOfRoles(text: string, units: readonly Unit[], facts: Facts): Unit[] {
  return units.flatMap(({ meaning, form, text: name, start, end }): Unit[] => {
    const column =
      meaning.type === 'thing' && form === 'exact' ? facts.model.tables[meaning.thing]?.role?.key : undefined;
    if (column === undefined || !/^\p{Script=Han}{2,}人$/u.test(name) || text.charAt(end) !== '数') return [];
    const verb = { start, end: end - 1, text: name.slice(0, -1) };
    return [{ ...verb, meaning: { type: 'attribute', column }, form: 'verbal', cost: CUT_SHORT }];
  });
}

/** 有过预约，一次都没约: behind a denial, a single character of an earlier name is its verb. */
function verbsCutShort(text: string, units: readonly Unit[]): Unit[] {
  const denials = new Set(
    units.flatMap(({ meaning, end }) =>
      meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === 'without'
        ? [end]
        : [],
    ),
  );
  return [...denials].flatMap((start): Unit[] => {
    const verb = text.charAt(start);
    if (!HAN.test(verb) || !/^(?:[的过了到，,、]|$)/u.test(text.slice(start + 1))) return [];
    const isNamed = units.some(
      ({ meaning, text: name, end }) =>
        (meaning.type === 'thing' || meaning.type === 'event') &&
        end < start &&
        name.length > 1 &&
        (name.startsWith(verb) || name.endsWith(verb)),
    );
    const isKnown = units.some(
      (unit) => unit.start === start && unit.end === start + 1 && unit.meaning.type !== 'filler',
    );
    return isNamed && !isKnown
      ? [
          {
            start,
            end: start + 1,
            text: verb,
            meaning: { type: 'operator', operator: { op: 'plain', word: 'do' } },
            form: 'word',
            cost: CUT_SHORT,
          },
        ]
      : [];
  });
}
