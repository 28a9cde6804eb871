import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import type { Host } from '../host';
import type { Target } from './target';
import { writePrivateKeys } from './private-keys';

const schemaOf = z.object({ schema: z.string() });
const modelFile = z.looseObject({ filters: z.record(z.string(), z.looseObject({})) });

/** Starts the whole product with today's demo data and private keys, in about 20 s. */
export async function openDemoTarget(
  host: Host,
  { replies, lanes, onLine }: { replies: number; lanes: number; onLine: (name: string, line: string) => void },
): Promise<Target> {
  const folder = mkdtempSync(`${tmpdir()}/querent-eval-`);
  try {
    cpSync(`${host.repositoryRoot}/infra/demo/config`, folder, { recursive: true });
    writeUndatedEducation(folder);
    const keys = writePrivateKeys(folder, { replies, lanes });
    const stack = await host.startStack({
      env: {
        QUERENT_CONFIG_DIR: folder,
        LOG_LEVEL: 'warn',
        QUESTIONS_PER_MINUTE: '1000000',
        KEPT_MB_PER_TENANT: '1000000',
      },
      onLine,
    });
    return {
      ...keys,
      url: stack.url,
      timezone: 'Asia/Shanghai',
      databases: new Map(connectionsIn(folder).map(([name, schema]) => [name, { url: stack.databaseUrl, schema }])),
      async stop() {
        await stack.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function connectionsIn(folder: string): [name: string, schema: string][] {
  const files = readdirSync(`${folder}/connections`).filter((file) => file.endsWith('.yaml'));
  return files.map((file) => [
    file.replace(/\.yaml$/, ''),
    schemaOf.parse(parse(readFileSync(`${folder}/connections/${file}`, 'utf8'))).schema,
  ]);
}

/** `education-undated` of the understanding set: the schools' connection without a default year. */
function writeUndatedEducation(folder: string): void {
  const model = modelFile.parse(parse(readFileSync(`${folder}/models/education.yaml`, 'utf8')));
  for (const filter of Object.values(model.filters)) delete filter['default'];
  writeFileSync(`${folder}/models/education-undated.yaml`, stringify(model));
  cpSync(`${folder}/connections/education.yaml`, `${folder}/connections/education-undated.yaml`);
}
