import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { dayTokensEnv } from '@querent/catalog';
import { llmEnv } from '@querent/llm';
import { sagaEnv, workerEnvSchema } from '@querent/messaging';
import { commonEnv } from '@querent/platform';
import { modelFileSchema, parseModelFile } from '@querent/model';
import { chartEnvSchema } from '../../apps/chart/src/chart-env';
import { executorEnvSchema } from '../../apps/executor/src/executor-env';
import { gatewayEnvSchema } from '../../apps/gateway/src/gateway-env';
import { intentEnvSchema } from '../../apps/intent/src/intent-env';
import { retrievalEnvSchema } from '../../apps/schema-retrieval/src/retrieval-env';
import { sqlGeneratorEnvSchema } from '../../apps/sql-generator/src/sql-generator-env';
import { servicesIn } from '../tools/build/services.mjs';

const root = resolve(__dirname, '../..');
const services = servicesIn(root);
const readme = readFileSync(`${root}/README.md`, 'utf8');
const topPages = ['README.md', 'CHANGELOG.md', 'SECURITY.md'];

const CONFIGURATION = `${root}/infra/docs/configuration.md`;
const models = readFileSync(`${root}/infra/docs/models.md`, 'utf8');

const everywhere = { ...commonEnv, ...sagaEnv };
const ofModels = { ...llmEnv, ...dayTokensEnv };
/** The tables of environment variables, by heading. Each omits the variables of the tables before it. */
const tables: Record<string, z.ZodRawShape> = {
  'Every service': everywhere,
  'Every worker': without(workerEnvSchema.shape, everywhere),
  Gateway: without(gatewayEnvSchema.shape, everywhere),
  Intent: intentEnvSchema.shape,
  Retrieval: retrievalEnvSchema.shape,
  Generator: without(sqlGeneratorEnvSchema.shape, ofModels),
  Executor: executorEnvSchema.shape,
  Chart: without(chartEnvSchema.shape, ofModels),
  'Language models': ofModels,
};

describe('the documentation', () => {
  it('configuration.md has the environment variables of the zod schemas; UPDATE_PAGES=1 writes them', () => {
    const page = readFileSync(CONFIGURATION, 'utf8');
    const updated = Object.entries(tables).reduce(withTable, page);
    if (process.env['UPDATE_PAGES'] === '1') writeFileSync(CONFIGURATION, updated);
    else expect(page).toBe(updated);
  });

  it('every service declares its environment variables in one known file', () => {
    const files = services.flatMap((app) =>
      readdirSync(`${root}/apps/${app}/src`).filter((file) => file.endsWith('-env.ts')),
    );
    expect(files.sort()).toEqual([
      'chart-env.ts',
      'executor-env.ts',
      'gateway-env.ts',
      'intent-env.ts',
      'retrieval-env.ts',
      'sql-generator-env.ts',
    ]);
    const starting = services.flatMap((app) =>
      readdirSync(`${root}/apps/${app}/src`)
        .filter((file) => /^(main|open-\w+)\.ts$/.test(file))
        .map((file) => `${root}/apps/${app}/src/${file}`),
    );
    expect(starting.length).toBeGreaterThan(10);
    for (const file of starting) expect(readFileSync(file, 'utf8')).not.toMatch(/z\.object\(\{\s*\w|process\.env/);
  });

  it('README.md has a row for every app and every library', () => {
    const folders = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}`),
    );
    expect(folders.filter((folder) => !readme.includes(`\`${folder}\``))).toEqual([]);
  });

  it.each([
    'infra/deploy/k8s/checks/service-environments.ts',
    'infra/deploy/k8s/checks/allowed-arrows.ts',
    'infra/deploy/observability/prometheus/prometheus.yaml',
    'infra/suites/chaos/faults/fault-kinds.ts',
    'infra/suites/upgrade/one-process.ts',
    'infra/tools/local/stack.mjs',
    'infra/docs/glossary.md',
  ])('%s names every service', (list) => {
    const text = readFileSync(`${root}/${list}`, 'utf8');
    expect(services.filter((app) => !new RegExp(`(?<![\\w-])${app}(?![\\w-])`).test(text))).toEqual([]);
  });

  it('README.md describes every library as the first sentence of its index does', () => {
    const rows = new Map(
      [...readme.matchAll(/^\| `libs\/([\w-]+)` \| (.*) \|$/gm)].map(([, name, text]) => [name, text]),
    );
    const different = readdirSync(`${root}/libs`).filter((name) => {
      const [comment = ''] = readFileSync(`${root}/libs/${name}/src/index.ts`, 'utf8').split('*/');
      const text = comment
        .replace(/^\/\*\*|^ \*/gm, '')
        .replace(/\s+/g, ' ')
        .trim();
      const row = (rows.get(name) ?? '?').replace(/ \(\[.*\)|\. (?:Pure|Executor only)$/g, '');
      return !text.toLowerCase().startsWith(`${row.toLowerCase()}.`);
    });
    expect(different).toEqual([]);
  });

  it('every file that a page names or links to exists', () => {
    const inside = ['apps', 'libs', 'infra'].flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    );
    const missing = [...topPages, ...inside.filter((file) => file.endsWith('.md'))].flatMap((page) => {
      const text = readFileSync(`${root}/${page}`, 'utf8');
      const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) =>
        resolve(root, dirname(page), String(path)),
      );
      const paths = [...text.matchAll(/`((?:apps|libs|infra)\/[\w./-]*\w\/?)`/g)].map(([, path]) =>
        resolve(root, String(path)),
      );
      return [...links, ...paths].filter((path) => !existsSync(path)).map((path) => `${page}: ${path}`);
    });
    expect(missing).toEqual([]);
  });

  it('every heading that a link names exists', () => {
    const pages = [...topPages, ...markdownUnder('infra')].map((page) => resolve(root, page));
    const anchors = new Map(pages.map((page) => [page, anchorsOf(readFileSync(page, 'utf8'))]));
    const missing = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
        .filter(([, path = '', anchor = '']) => {
          const target = path === '' ? page : resolve(dirname(page), path);
          return target.endsWith('.md') && anchors.get(target)?.has(anchor) !== true;
        })
        .map(([link]) => `${page.slice(root.length + 1)}: ${link}`),
    );
    expect(missing).toEqual([]);
  });

  it('the index of decisions lists every decision by its number and title', () => {
    const folder = `${root}/infra/docs/adr`;
    const index = readFileSync(`${folder}/README.md`, 'utf8');
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\/\d{4}-/.test(file));
    for (const page of pages) {
      const [title] = readFileSync(`${folder}/${page}`, 'utf8').split('\n');
      expect(title).toMatch(new RegExp(`^# ${Number(/\d{4}/.exec(page)?.[0])}\\. `));
      expect(index).toContain(`[${title?.slice(2)}](${page})`);
    }
    const numbers = pages.map((page) => /\d{4}/.exec(page)?.[0]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('README.md has at most 180 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(180);
  });

  it('models.md explains every member of a model file, and its examples are valid', () => {
    const examples = [...models.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) =>
      parseModelFile(parse(String(text))),
    );
    expect(examples.length).toBeGreaterThan(6);
    expect(examples.flatMap(({ problems }) => problems)).toEqual([]);
    const members = membersOf(z.toJSONSchema(modelFileSchema, { io: 'input' }));
    expect(members.length).toBeGreaterThan(25);
    expect(
      members.filter((name) => !['zh', 'en', 'from', 'to', 'when'].includes(name) && !models.includes(`\`${name}\``)),
    ).toEqual([]);
  });

  it('every npm script that a page names exists', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
    const pages = readdirSync(`${root}/infra/docs`, { recursive: true, encoding: 'utf8' })
      .filter((page) => page.endsWith('.md'))
      .map((page) => readFileSync(`${root}/infra/docs/${page}`, 'utf8'));
    const named = [...[readme, ...pages].join('\n').matchAll(/npm (?:run (?:-s )?([a-z][a-z-]*)|(start|test))/g)].map(
      ([, run, short]) => run ?? short,
    );
    expect(named.filter((name) => name === undefined || scripts[name] === undefined)).toEqual([]);
  });
});

const markdownUnder = (folder: string): string[] =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** The names of all members that a JSON Schema describes, at any depth. */
function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
  return [...new Set([...own, ...Object.values(schema).flatMap(membersOf)])];
}

function without(shape: z.ZodRawShape, base: z.ZodRawShape): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([name, field]) => base[name] !== field));
}

function rowOf(name: string, field: z.ZodType): string {
  const parsed = field.safeParse(undefined);
  const fallback = !parsed.success ? 'required' : parsed.data === undefined ? 'unset' : `\`${String(parsed.data)}\``;
  return `| \`${name}\` | ${fallback} | ${field.description ?? ''} |`;
}

/** The page with the rows of the table under a heading replaced by those of a schema. */
function withTable(page: string, [heading, shape]: [heading: string, shape: z.ZodRawShape]): string {
  const table = new RegExp(`(?<=^#+ ${heading}\\n(?:(?!#).*\\n)*?\\|[-|: ]+\\|\\n)(?:\\|.*\\n)*`, 'm');
  if (!table.test(page)) throw new Error(`configuration.md has no table under the heading “${heading}”`);
  const rows = Object.entries(shape).map(([name, field]) => `${rowOf(name, field as z.ZodType)}\n`);
  return page.replace(table, () => rows.join(''));
}
