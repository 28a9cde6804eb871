import type { AggregateFunction, Ambiguity, Choice, ColumnRef } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import { say } from '@querent/model';
import type { Readings } from '@querent/reading';
import { isSure } from './ask-likely';
import { storedBeside } from '../choices/stored-twice';
import { keyOf } from '../condition-id';
import { twinsOf } from './twin-tables';
import { WORD_KEY } from './ask-which-part';
import { columnName, columnNames, thingName, type Wording } from '../wording';

interface Unread extends Wording {
  read: Readings;
  choices: readonly Choice[];
}

/**
 * Asks which table to read a column from, if the question has no reading and its words name a column of two tables: a
 * table and one named after it, or two tables with the same columns that the question does not name.
 */
export function askWhichTable(unread: Unread): Ambiguity | null {
  const { read, choices, facts } = unread;
  const named = new Set(
    read.units.flatMap((unit) => (unit.meaning.type === 'thing' && isSure(unit) ? [unit.meaning.thing] : [])),
  );
  const fns = read.units.flatMap(({ meaning }) =>
    meaning.type === 'operator' && meaning.operator.op === 'aggregate' ? [meaning.operator.fn] : [],
  );
  for (const [stretch, refs] of columnsNamed(read.units)) {
    if (choices.some(({ key }) => key === WORD_KEY + stretch.text)) continue;
    const own = refs.filter(({ table }) => named.has(table));
    const meant = own.length > 0 ? own : named.size === 0 || refs.length === 1 ? refs : [];
    const tables = columnsStoredTwice(meant, fns, unread);
    if (tables.length > 1) return asked(stretch, tables, unread);
    const [first, ...others] = refs;
    const isOfTwins =
      first !== undefined &&
      others.length > 0 &&
      others.every(({ table, column }) => column === first.column && twinsOf(facts.model, first.table).includes(table));
    if (isOfTwins && own.length === 0) return asked(stretch, refs, unread);
  }
  return null;
}

/** The first column that is also stored in a table beside its own, with all columns that store it. */
function columnsStoredTwice(
  refs: readonly ColumnRef[],
  fns: readonly AggregateFunction[],
  { facts }: Unread,
): ColumnRef[] {
  for (const ref of refs) {
    const beside = storedBeside(facts, ref, fns);
    if (beside.length > 0) return [ref, ...beside];
  }
  return [];
}

/** Words that name columns exactly, with these columns, in the order of the text. */
function columnsNamed(units: readonly Unit[]): Map<Unit, ColumnRef[]> {
  const stretches = new Map<string, [Unit, ColumnRef[]]>();
  for (const unit of units) {
    const { meaning, start, end } = unit;
    if ((meaning.type !== 'attribute' && meaning.type !== 'measure') || !isSure(unit)) continue;
    const [first, refs] = stretches.get(`${start} ${end}`) ?? [unit, []];
    stretches.set(`${start} ${end}`, [
      first,
      refs.some((ref) => keyOf(ref) === keyOf(meaning.column)) ? refs : [...refs, meaning.column],
    ]);
  }
  return new Map(stretches.values());
}

function asked({ start, end, text }: Unit, refs: readonly ColumnRef[], unread: Unread): Ambiguity {
  const { locale, asWritten } = unread;
  const word = asWritten(text);
  return {
    trigger: 'ambiguous_term',
    key: `${WORD_KEY}${text}`,
    question: say(
      locale,
      `“${word}”存在几张表里，用哪一张？`,
      `“${word}” is stored in more than one table. Which one should be used?`,
    ),
    options: refs.map((ref, at) => {
      const [name, table] = [columnName(unread, ref), thingName(unread, ref.table)];
      return {
        id: String(at + 1),
        label: say(locale, `${name}（取自${table}）`, `${name} (from the table of ${table})`),
        value: `attribute:${keyOf(ref)}`,
        aliases: [table, ...columnNames(unread, ref)].filter((alias) =>
          refs.every((other) => other === ref || !columnNames(unread, other).includes(alias)),
        ),
      };
    }),
    allowText: true,
    span: { start, end, text },
  };
}
