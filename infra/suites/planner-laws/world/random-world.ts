import type { SnapshotColumn } from '@querent/contracts';
import type { RandomChoices } from '../../meaning/random/random-choices';
import type { Vocabulary, Word } from './vocabulary';
import { column, type ColumnDraft, table, type TableDraft, type World } from './world';

/**
 * A database of a random shape, named by a vocabulary: things with attributes, states and times, events that refer to
 * them, and optionally a table of kinds and lines of an event. A seed gives the same shape in every vocabulary.
 */
export function randomWorld(random: RandomChoices, words: Vocabulary, naming: 'words' | 'opaque' = 'words'): World {
  const world: World = { name: words.name, tables: [], file: { tables: {}, metrics: {}, terms: {} } };
  const draft = drafts(world, naming);
  const [people, goods, places] = words.things as [Word, Word, Word];
  const [deal, trouble] = words.events as [Word, Word];
  const { amounts, attributes, happenings, states, details, metrics, rows } = words;
  const hasPlaces = random.chance(0.5);
  const hasLines = random.chance(0.5);
  const hasSecondTime = random.chance(0.4);
  const place = hasPlaces ? draft.thing(places, 'thing', [draft.name(places, rows.slice(6, 9))]) : null;
  const person = draft.thing(
    people,
    'thing',
    [
      draft.name(people, rows.slice(0, 3)),
      draft.attribute(attributes[0]),
      draft.attribute(attributes[1]),
      draft.amount(amounts[0]),
      draft.time(happenings[0], true),
      draft.detail(details[0]),
    ],
    place === null ? [] : [place],
  );
  const good = draft.thing(goods, 'thing', [
    draft.name(goods, rows.slice(3, 6)),
    draft.attribute(attributes[2]),
    draft.amount(amounts[1]),
    draft.time(happenings[2], true),
  ]);
  const order = draft.thing(
    deal,
    'event',
    [
      draft.time(deal, false),
      ...(hasSecondTime ? [draft.time(happenings[1], true)] : []),
      draft.attribute(attributes[3]),
      draft.amount(amounts[2]),
      draft.state(states[0]),
    ],
    hasLines ? [person] : [person, good],
  );
  if (hasLines) draft.thing(words.lines, 'event', [draft.amount(amounts[3])], [order, good]);
  const complaint = draft.thing(
    trouble,
    'event',
    [draft.time(trouble, false), draft.attribute(attributes[4]), draft.amount(amounts[4]), draft.state(states[1])],
    [random.pick([person, good])],
  );
  // No plain aggregates, which would be synonyms of the same figure.
  draft.metric(
    metrics[0],
    `sum(${order}.${draft.physical(amounts[2])}) FILTER (WHERE ${order}.${draft.physical(states[0])})`,
  );
  draft.metric(
    metrics[1],
    `avg(${complaint}.${draft.physical(amounts[4])}) FILTER (WHERE ${complaint}.${draft.physical(states[1])})`,
  );
  return world;
}

type Column = { stored: SnapshotColumn; file: ColumnDraft };

/** Adds tables and columns to a world, named by the vocabulary. */
function drafts(world: World, naming: 'words' | 'opaque') {
  const names = new Map<string, string>();
  const physical = (word: Word | undefined): string => {
    const { en = '' } = word ?? {};
    const known = names.get(en);
    if (known !== undefined) return known;
    const name = naming === 'opaque' ? `x${names.size + 1}` : en.toLowerCase().replaceAll(/[^a-z]+/g, '_');
    names.set(en, name);
    return name;
  };
  const written = (stored: SnapshotColumn, file: ColumnDraft): Column => ({ stored, file });
  const label = ({ zh, en }: Word): Word => ({ zh, en });
  const of = (word: Word | undefined): Word => word ?? { zh: '', en: '' };
  return {
    physical,
    name: (owner: Word, rows: readonly string[]): Column =>
      written(column('name', 'text', { values: rows }), {
        role: 'name',
        label: { zh: `${owner.zh}名称`, en: `${owner.en} name` },
      }),
    attribute: (word: Vocabulary['attributes'][number] | undefined): Column => {
      const { values = [], ...own } = { ...of(word), values: word?.values };
      const listed = values.map(
        ({ zh, en }) => [en, { zh: [zh], en: [en] }] as [string, { zh: string[]; en: string[] }],
      );
      return written(column(physical(word), 'text', { values: values.map(({ en }) => en) }), {
        role: 'dimension',
        label: label(own),
        values: Object.fromEntries(listed),
      });
    },
    amount: (word: Word | undefined): Column =>
      written(column(physical(word), 'numeric'), { role: 'measure', label: label(of(word)) }),
    detail: (word: Word | undefined): Column =>
      written(column(physical(word), 'text'), { role: 'text', label: label(of(word)) }),
    state: (word: Word | undefined): Column =>
      written(column(physical(word), 'boolean', { nullable: false }), {
        label: { zh: `是否${of(word).zh}`, en: of(word).en },
      }),
    time: (word: Word | undefined, nullable: boolean): Column =>
      written(column(`${physical(word)}_date`, 'date', { nullable }), {
        role: 'time',
        label: { zh: `${of(word).zh}日期`, en: `${of(word).en} date` },
      }),
    thing(word: Word, kind: 'thing' | 'event', columns: readonly Column[], references: readonly string[] = []): string {
      const name = `${physical(word)}_t`;
      const clock = kind === 'event' ? columns.find(({ file }) => file.role === 'time') : undefined;
      const keys = references.map((other) => column(`${other}_id`, 'integer', { nullable: false }));
      world.tables.push(
        table(
          name,
          [...columns.map(({ stored }) => stored), ...keys],
          Object.fromEntries(references.map((other) => [`${other}_id`, other])),
        ),
      );
      const file: TableDraft = {
        label: label(word),
        kind,
        ...(clock === undefined ? {} : { defaultTime: clock.stored.name }),
        columns: Object.fromEntries(columns.map((one) => [one.stored.name, one.file])),
      };
      world.file.tables[name] = file;
      return name;
    },
    metric(word: Word | undefined, expression: string): void {
      world.file.metrics[physical(word)] = { label: label(of(word)), expression };
    },
  };
}
