import { createServer } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runModule } from './run-module';

describe('The summary of the configuration at start', () => {
  let folder: string;
  const metrics: string[] = [];
  const server = createServer((_, response) => response.end(metrics.length > 1 ? metrics.shift() : metrics[0]));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'querent-summary-'));
    await mkdir(join(folder, 'connections'));
    await writeFile(join(folder, 'connections/shop.yaml'), 'url: x');
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  const summary = (): Promise<string | null> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return runModule(`import { configurationSummary } from './configuration-summary.mjs';
      console.log(JSON.stringify(await configurationSummary('${url}', '${folder}')));`);
  };
  const line = (file: string, effect: string, count: number): string =>
    `querent_configuration_mistakes{file="${file}",effect="${effect}",service="executor"} ${count}`;

  it('waits for the schema of each connection, and names the files and the number of mistakes in each', async () => {
    metrics.splice(
      0,
      9,
      '',
      line('agents/a.yaml', 'file', 1),
      [
        line('agents/a.yaml', 'file', 1),
        line('models/shop.yaml', 'entry', 2),
        line('models/shop.yaml', 'file', 0),
      ].join('\n'),
    );
    expect(await summary()).toBe(
      'configuration: 3 mistakes in agents/a.yaml (1 in the file as a whole), models/shop.yaml (2 in entries that are out of use); each is logged above with its line and fix',
    );
  });

  it('is null without a mistake', async () => {
    metrics.splice(0, 9, [line('models/shop.yaml', 'entry', 0), line('models/shop.yaml', 'file', 0)].join('\n'));
    expect(await summary()).toBeNull();
  });
});
