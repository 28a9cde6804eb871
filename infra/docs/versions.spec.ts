import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { nodeOfServices } from '@querent/testing';
import { runModule } from '../tools/local/run-module';

const root = resolve(__dirname, '../..');
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');
const json = (path: string): Record<string, Record<string, string>> => JSON.parse(read(path));

/** The first table of the page: versions by product and column. */
const [page = ''] = read('infra/docs/operate/versions.md').split('\n## ');
const table = Object.fromEntries(
  [...page.matchAll(/^\| (\w+) \|(.*)\|$/gm)].map(([, name = '', cells = '']) => {
    const [oldest = '', tested = '', shipped = ''] = cells.split('|').map((cell) => cell.trim());
    return [name, { oldest, tested, shipped }];
  }),
);
const column = (name: 'oldest' | 'tested' | 'shipped'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([product, row]) => (row[name] === '' ? [] : [[product, row[name]]])),
  );

/** The version at the beginning of an image's tag, by image. */
const images = Object.values((parse(read('docker-compose.yml'), { merge: true }) as Compose).services).flatMap(
  ({ image }): [string, string][] => {
    const [, name = '', tag = ''] = /^([\w/]+):v?([\w.-]+)$/.exec(image) ?? [];
    return name === '' ? [] : [[name, tag]];
  },
);
type Compose = { services: Record<string, { image: string }> };
const tagOf = (image: string): string => images.find(([name]) => name === image)?.[1] ?? '';

describe('the table of versions', () => {
  it('contains the oldest versions of package.json and of the Helm chart', () => {
    expect(column('oldest')).toMatchObject({
      Node: json('package.json')['engines']?.['node']?.replace('>=', ''),
      Kubernetes: (parse(read('infra/deploy/helm/querent/Chart.yaml')) as { kubeVersion: string }).kubeVersion.replace(
        /^>=(\d+\.\d+)\..*$/,
        '$1',
      ),
    });
  });

  it('contains the versions that the images ship', () => {
    const nodes = [...read('infra/deploy/docker/Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major);
    const [postgresql, postgis] = tagOf('postgis/postgis').split('-');
    expect([...new Set(nodes)]).toHaveLength(1);
    expect(column('shipped')).toEqual({
      Node: nodes[0],
      Valkey: tagOf('valkey/valkey').replace('-alpine', ''),
      PostgreSQL: postgresql,
      PostGIS: postgis,
      Qdrant: tagOf('qdrant/qdrant'),
    });
  });

  it('contains the versions that the tests run on, as the programs report them', async () => {
    const reported = await runModule<Record<string, string>>(`
      import { execFileSync } from 'node:child_process';
      import { readFileSync } from 'node:fs';
      import { provideRedis } from './servers/redis-program.mjs';
      import { providePostgres } from './servers/postgres-server.mjs';
      const version = (command, env, pattern) =>
        pattern.exec(execFileSync(command, ['--version'], { env: { ...process.env, ...env } }).toString())[1];
      const redis = await provideRedis('redis');
      const valkey = await provideRedis('valkey');
      const { bin, env } = await providePostgres();
      const share = bin.replace('/lib/postgresql/', '/share/postgresql/').replace(/bin$/, 'extension/postgis.control');
      console.log(JSON.stringify({
        Redis: version(redis.command, redis.env, /v=(\\d+\\.\\d+)/),
        Valkey: version(valkey.command, valkey.env, /v=(\\d+\\.\\d+)/),
        PostgreSQL: version(bin + '/postgres', env, /(\\d+)\\./),
        PostGIS: /default_version = '(\\d+\\.\\d+)/.exec(readFileSync(share, 'utf8'))[1],
      }));`);
    const services = await promisify(execFile)(await nodeOfServices(), ['--version']);
    expect(column('tested')).toEqual({
      ...reported,
      Node: `${process.versions.node.split('.')[0]}, ${services.stdout.trim().slice(1)}`,
    });
  });

  it('ships what is tested, apart from the demo database', () => {
    expect(table['Valkey']?.tested).toBe(table['Valkey']?.shipped);
    expect(table['Node']?.tested).toMatch(new RegExp(`, ${table['Node']?.shipped}\\.`));
    expect(table['PostgreSQL']?.tested).toBe(table['PostgreSQL']?.shipped);
  });
});
