import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import type { Construction } from '@querent/grammar';
import { TURN_CONSTRUCTIONS } from '@querent/follow-ups';
import { CONSTRUCTIONS } from '@querent/reading';

const ROOT = resolve(__dirname, '../../..');
const TABLE_FOLDERS = ['libs/constructions/src', 'libs/rankings/src'];
const OF_TURNS = 'libs/follow-ups/src/turn-constructions.ts';
const PAGE = resolve(ROOT, 'infra/docs/constructions.md');
const HAN = /\p{Script=Han}/u;
const all = [...CONSTRUCTIONS, ...TURN_CONSTRUCTIONS];

describe('the table of constructions', () => {
  it('names each construction once', () => {
    const names = all.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('has an example of each construction in at least one language', () => {
    expect(all.filter(({ zh, en }) => zh === '' && en === '').map(({ name }) => name)).toEqual([]);
  });

  it('writes Chinese examples in Chinese, and English ones without a Han character', () => {
    expect(all.filter(({ zh, en }) => (zh !== '' && !HAN.test(zh)) || HAN.test(en)).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('has no construction with a negative cost', () => {
    expect(all.filter(({ cost }) => !(cost >= 0)).map(({ name }) => name)).toEqual([]);
  });

  it('contains the constructions of every file of its libraries', async () => {
    const groups = await groupsOf(filesOfTable());
    expect(new Set(groups.flatMap((group) => group.constructions))).toEqual(new Set(CONSTRUCTIONS));
    expect(groups.flatMap((group) => group.constructions)).toHaveLength(CONSTRUCTIONS.length);
  });

  it('matches its page; UPDATE_PAGES=1 writes the page', async () => {
    const page = pageOf(await groupsOf([...filesOfTable(), resolve(ROOT, OF_TURNS)]));
    if (process.env['UPDATE_PAGES'] === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});

interface Group {
  title: string;
  /** The path in the repository. */
  file: string;
  about: string;
  constructions: readonly Construction[];
}

function filesOfTable(): string[] {
  return TABLE_FOLDERS.flatMap((folder) =>
    readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
      .map((file) => resolve(ROOT, folder, file)),
  ).sort((one, other) => (basename(one) < basename(other) ? -1 : 1));
}

/** The table that each file exports, if any, with the comment before it. */
async function groupsOf(files: readonly string[]): Promise<Group[]> {
  const groups = await Promise.all(
    files.map(async (file): Promise<Group[]> => {
      const [, comment, table] = TABLE.exec(readFileSync(file, 'utf8')) ?? [];
      if (comment === undefined || table === undefined) return [];
      const exported = (await import(file)) as Record<string, readonly Construction[]>;
      const about = comment.replace(/\s*\n \* ?/g, ' ').trim();
      return [
        {
          title: basename(file, '.ts').replaceAll('-', ' '),
          file: relative(ROOT, file),
          about,
          constructions: exported[table] ?? [],
        },
      ];
    }),
  );
  return groups.flat();
}

const TABLE = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const ([A-Z_]+): readonly Construction\[\]/;

function pageOf(groups: readonly Group[]): string {
  const sections = groups.map(({ title, file, about, constructions }) =>
    [`## ${headOf(title)}`, '', `${about} (\`${file}\`)`, '', ...HEAD, ...constructions.map(rowOf), ''].join('\n'),
  );
  const index = groups.map(({ title }) => `[${headOf(title)}](#${title.replaceAll(' ', '-')})`).join(' · ');
  return [...INTRODUCTION, index, '', ...sections].join('\n');
}

const headOf = (title: string): string => `${title.charAt(0).toUpperCase()}${title.slice(1)}`;

const INTRODUCTION = [
  '# Constructions of the planner',
  '',
  'The planner reads a question by combining neighbouring meanings. ' +
    'Each construction combines a left and a right part,',
  'or reads one part as another meaning (then the right column is empty). `w:` is a function word, `op:` an operator; the',
  'other parts are meanings of units or of other constructions. The cost is added to that of the parts; the cheapest',
  'reading wins.',
  '',
  'This page is generated from `libs/constructions`, `libs/rankings` and `libs/follow-ups/src/turn-constructions.ts`:',
  '`UPDATE_PAGES=1 npx jest -c infra/tests/jest/jest.config.cjs libs/planner/src/constructions` writes it.',
  '',
  '## To add one',
  '',
  '1. Try a question: `npm run domains -- infra/suites/domains/data/bank --explain "customers with loans in March but none in April"`',
  '   (any folder there, with a question in the words of its `model.yaml`) prints the words with their meanings, the',
  '   readings with their costs, and the reason why each was not taken. A word without a row there is unknown to the',
  '   planner.',
  '2. Words: function words (`w:`) and operators (`op:`) are in `libs/lexicon/src/closed`, in both languages. A new class',
  '   is a member of `PlainWord` in `libs/lexicon/src/unit.ts` and a row of `plain-words.ts`. Words of a domain do not',
  '   belong there: they come from the model.',
  '3. Meanings: `libs/grammar/src/meaning.ts` defines the members of each category. Search this page for the category',
  '   that you need: a construction may build it already.',
  '4. The construction: `pair` (two parts in this order), `either` (two parts in both orders) or `alone` (one part read as',
  '   another) of `libs/grammar/src/construction.ts`, in the file under the matching heading. It returns the new meaning,',
  '   several meanings, or null if it does not apply. List a new file in `libs/reading/src/constructions.ts`.',
  '5. Costs: 0 to 0.05 is ordinary. A reading above 0.8 is not taken. If another one is within 0.12 of the best, the user',
  '   is asked.',
  '6. A spec in `libs/planner/src/questions`, over a model of `libs/planner/src/fixture`: questions that are read now, in',
  '   both languages and every order, and questions that must not be, such as the same words with another meaning.',
  '7. Write this page with the command above, and compare `npm run domains` over all opened domains before and after: no',
  '   correct reading may become wrong.',
  '',
  '“Orders in March but none in April” took seven lines of code, one of words and 35 of tests.',
  '',
];

const HEAD = ['| construction | left | right | cost | Chinese | English |', '|---|---|---|---|---|---|'];

function rowOf({ name, left, right, cost, zh, en }: Construction): string {
  const parts = (categories: readonly string[] | null): string =>
    (categories ?? []).map((category) => `\`${category}\``).join(', ');
  return `| ${[name, parts(left), parts(right), String(Number(cost.toFixed(3))), zh, en].join(' | ')} |`;
}
