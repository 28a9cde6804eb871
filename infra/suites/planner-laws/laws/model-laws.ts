import type { RandomChoices } from '../../meaning/random/random-choices';
import type { GeneratedCase } from '../cases';
import { type Target, targetIn } from '../target';
import { DOMAIN_WORDS } from '../world/domain-words';
import { madeUpWords } from '../world/made-up-words';
import { column, table, type World } from '../world/world';
import type { Law } from './law';

/** Changes of a model that do not concern the question, and other vocabularies. */
export const MODEL_LAWS: readonly Law[] = [
  {
    name: 'made-up words for all words',
    inOtherWords: true,
    twin: (asked, random) => twinIn(asked.inOtherWords(madeUpWords(random))),
  },
  {
    name: 'the words of another business',
    inOtherWords: true,
    twin: (asked, random) => {
      const others = DOMAIN_WORDS.filter(({ name }) => name !== asked.target.words.name);
      return twinIn(asked.inOtherWords(random.pick(others)));
    },
  },
  {
    name: 'tables and columns in another order',
    twin: ({ one, target }, random) => changed(one.question, target, (world) => shuffled(world, random)),
  },
  {
    name: 'a table that has nothing to do with it',
    twin: ({ one, target }, random) => {
      const { things, attributes } = madeUpWords(random);
      const [thing, attribute] = [things[0], attributes[0]];
      if (!thing || !attribute) return null;
      const label = { zh: attribute.zh, en: attribute.en };
      return changed(one.question, target, (world) => {
        world.tables.push(table('unrelated', [column('unrelated_kind', 'text', { values: ['p', 'q'] })]));
        world.file.tables['unrelated'] = {
          label: { zh: thing.zh, en: thing.en },
          kind: 'thing',
          columns: { unrelated_kind: { role: 'dimension', label } },
        };
      });
    },
  },
  {
    name: 'a table with a similar label',
    mayAsk: true,
    twin: ({ one, target }, random) =>
      changed(one.question, target, (world) => {
        const [name] = random.some(Object.keys(world.file.tables), 1);
        const of = name === undefined ? undefined : world.file.tables[name];
        if (!of) return;
        world.tables.push(table('similar', [column('similar_note', 'text')]));
        world.file.tables['similar'] = {
          label: { zh: `外部${of.label.zh}`, en: `external ${of.label.en}` },
          kind: of.kind,
          columns: { similar_note: { role: 'text', label: { zh: '外部备注', en: 'external note' } } },
        };
      }),
  },
  {
    name: 'a synonym more',
    twin: ({ one, target }, random) =>
      changed(one.question, target, (world) => {
        for (const named of namedIn(world, random)) named.synonyms = synonym(random);
      }),
  },
  {
    name: 'a synonym for the label',
    twin: ({ one, target }, random) => {
      let question = one.question;
      const twin = changed(one.question, target, (world) => {
        for (const named of namedIn(world, random)) {
          const label = named.label?.[one.locale];
          const word = synonym(random);
          named.synonyms = word;
          if (label === undefined || isPartOfOther(label, target, one.locale)) continue;
          question = replaced(question, label, word[one.locale][0] ?? '', one.locale);
        }
      });
      return question === one.question ? null : { ...twin, question };
    },
  },
  {
    name: 'a name that is hidden',
    twin: ({ one, target }, random, plan) => {
      const [name] = random.some(Object.keys(target.world.file.tables), 1);
      if (name === undefined || JSON.stringify(plan).includes(`{"table":"${name}","column":"name"}`)) return null;
      if (target.world.file.tables[name]?.columns['name'] === undefined) return null;
      return changed(one.question, target, (world) => {
        const hidden = world.file.tables[name]?.columns['name'];
        if (hidden) hidden.role = 'hidden';
      });
    },
  },
  {
    name: 'names that are numbers',
    twin: ({ one, target }) =>
      target.words.rows.some((name) => one.question.includes(name))
        ? null
        : changed(one.question, target, (world) => {
            for (const { columns } of world.tables)
              for (const [at, { name }] of columns.entries())
                if (name === 'name') columns[at] = column(name, 'integer');
          }),
  },
];

const twinIn = (twin: ReturnType<GeneratedCase['inOtherWords']>): { question: string; target: Target } | null =>
  twin && { question: twin.one.question, target: twin.target };

/** The unchanged question about a changed copy of its world. */
function changed(
  question: string,
  { world, words }: Target,
  change: (world: World) => void,
): { question: string; target: Target } {
  const copy = structuredClone(world);
  change(copy);
  return { question, target: targetIn(copy, words) };
}

function shuffled(world: World, random: RandomChoices): void {
  const mixed = <T>(items: readonly T[]): T[] => random.some(items, items.length);
  const entries = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(mixed(Object.entries(record)));
  world.tables = mixed(world.tables).map((one) => ({
    ...one,
    columns: mixed(one.columns),
    foreignKeys: mixed(one.foreignKeys),
  }));
  world.file.tables = entries(world.file.tables);
  for (const one of Object.values(world.file.tables)) one.columns = entries(one.columns);
  world.file.metrics = entries(world.file.metrics);
}

interface Named {
  label?: { zh?: string; en?: string };
  synonyms?: { zh?: string[]; en?: string[] };
}

/** A table, an amount and a metric. */
function namedIn(world: World, random: RandomChoices): Named[] {
  const tables = Object.values(world.file.tables);
  const columns = tables
    .flatMap((one) => Object.values(one.columns))
    .filter(({ role }) => role === 'measure' || role === 'dimension');
  return [random.pick(tables), random.pick(columns), random.pick(Object.values(world.file.metrics))];
}

function synonym(random: RandomChoices): { zh: string[]; en: string[] } {
  const { zh, en } = madeUpWords(random).lines;
  return { zh: [zh], en: [en] };
}

/** Whether another label contains this label, so that its words are ambiguous. */
function isPartOfOther(label: string, { world }: Target, locale: 'zh' | 'en'): boolean {
  const labels = Object.values(world.file.tables)
    .flatMap((one) => [one, ...Object.values(one.columns)])
    .concat(Object.values(world.file.metrics));
  return labels.filter((one) => one.label?.[locale]?.includes(label)).length > 1;
}

/** Replaces a word, in the singular and in the plural. */
function replaced(text: string, word: string, by: string, locale: 'zh' | 'en'): string {
  if (locale === 'zh') return text.replaceAll(word, by);
  const plural = word.replace(/([^aeiou])y$/, '$1ie').replace(/(x|ch|sh|s)$/, '$1e');
  return text
    .replaceAll(new RegExp(`(?<![a-z])${plural}s(?![a-z])`, 'gi'), `${by}s`)
    .replaceAll(new RegExp(`(?<![a-z])${word}(?![a-z])`, 'gi'), by);
}
