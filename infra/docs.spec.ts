import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { dayTokensEnv } from '@querent/catalog';
import { llmEnv } from '@querent/llm';
import { sagaEnv, workerEnvSchema } from '@querent/messaging';
import { commonEnv } from '@querent/platform';
import { chartEnvSchema } from '../apps/chart/src/chart-env';
import { executorEnvSchema } from '../apps/executor/src/executor-env';
import { gatewayEnvSchema } from '../apps/gateway/src/gateway-env';
import { intentEnvSchema } from '../apps/intent/src/intent-env';
import { retrievalEnvSchema } from '../apps/schema-retrieval/src/retrieval-env';
import { sqlGeneratorEnvSchema } from '../apps/sql-generator/src/sql-generator-env';

const root = resolve(__dirname, '..');
const readme = readFileSync(`${root}/README.md`, 'utf8');

/** The README's tables of environment variables, by heading; each lists what its schema has beyond the ones before. */
const everywhere = { ...commonEnv, ...sagaEnv };
const models = { ...llmEnv, ...dayTokensEnv };
const tables: Record<string, z.ZodRawShape> = {
  'Every service': everywhere,
  'Every worker': without(workerEnvSchema.shape, everywhere),
  Gateway: without(gatewayEnvSchema.shape, everywhere),
  Intent: intentEnvSchema.shape,
  Retrieval: retrievalEnvSchema.shape,
  Generator: without(sqlGeneratorEnvSchema.shape, models),
  Executor: executorEnvSchema.shape,
  Chart: without(chartEnvSchema.shape, models),
  'Language models': models,
};

describe('the documentation', () => {
  it.each(Object.entries(tables))('lists the environment variables of “%s” as the code has them', (heading, shape) => {
    expect(tableUnder(heading)).toEqual(Object.entries(shape).map(([name, field]) => rowOf(name, field as z.ZodType)));
  });

  it('knows every service that has variables of its own', () => {
    const files = readdirSync(`${root}/apps`).flatMap((app) => readdirSync(`${root}/apps/${app}/src`).filter((file) => file.endsWith('-env.ts')));
    expect(files.sort()).toEqual(['chart-env.ts', 'executor-env.ts', 'gateway-env.ts', 'intent-env.ts', 'retrieval-env.ts', 'sql-generator-env.ts']);
    for (const app of readdirSync(`${root}/apps`)) expect(readFileSync(`${root}/apps/${app}/src/main.ts`, 'utf8')).not.toMatch(/z\.object\(\{\s*\w|process\.env/);
  });

  it('has a line for every app and every library', () => {
    for (const folder of ['apps', 'libs']) {
      for (const name of readdirSync(`${root}/${folder}`)) expect(readme).toContain(`\`${folder}/${name}\``);
    }
  });

  it('names no file that is not there', () => {
    const inside = ['apps', 'libs', 'infra'].flatMap((folder) => readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`));
    const missing = ['README.md', ...inside.filter((file) => file.endsWith('.md'))].flatMap((page) => {
      const text = readFileSync(`${root}/${page}`, 'utf8');
      const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => resolve(root, dirname(page), String(path)));
      const paths = [...text.matchAll(/`((?:apps|libs|infra)\/[\w./-]*\w\/?)`/g)].map(([, path]) => resolve(root, String(path)));
      return [...links, ...paths].filter((path) => !existsSync(path)).map((path) => `${page}: ${path}`);
    });
    expect(missing).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/npm (?:run (?:-s )?([a-z][a-z-]*)|(start|test))/g)].map(([, run, short]) => run ?? short);
    expect(named.filter((name) => name === undefined || scripts[name] === undefined)).toEqual([]);
  });
});

function without(shape: z.ZodRawShape, base: z.ZodRawShape): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([name, field]) => base[name] !== field));
}

function rowOf(name: string, field: z.ZodType): string {
  const parsed = field.safeParse(undefined);
  const fallback = !parsed.success ? 'required' : parsed.data === undefined ? 'unset' : `\`${String(parsed.data)}\``;
  return `| \`${name}\` | ${fallback} | ${field.description ?? ''} |`;
}

function tableUnder(heading: string): string[] {
  const section = readme.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return section.split('\n').filter((line) => line.startsWith('| `'));
}
