import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { configurationSchemas, openCatalog, type Catalog, type Problem } from '@querent/catalog';
import { checkAgents } from './check-agents';
import { checkDatabases } from './check-databases';

const help = `Usage: npm run check-config -- [--dir DIR] [--credentials | --databases]
       npm run check-config -- --schemas DIR

Checks every file of a configuration folder as the services do, without starting a service: connections, models, samples, agents,
keys, tenants. Prints each mistake with its file, line and path. Some mistakes need the database (a missing column, an agent's filter
that fits no column): use --databases. The executor also logs them, and GET /v1/connections/{name} returns them.

  --dir DIR       the folder (default: $QUERENT_CONFIG_DIR, else infra/demo/config)
  --credentials   also checks that each \${VARIABLE} of a connection is set, and that encrypted texts can be decrypted
  --databases     also reads the database of each connection with each of its logins, in read-only transactions, as the executor
                  does. Finds logins with too many rights, missing tables and columns of model files, and agents' filters that do
                  not fit. Implies --credentials. The databases must be reachable
  --schemas DIR   only writes the JSON Schema of each kind of file: DIR/connection.json, model.json, sample.json (for one line),
                  agent.json, keys.json, tenants.json. Editors complete and check a YAML file whose first line is
                  # yaml-language-server: $schema=../schemas/model.json
  --help          prints this text

Exit codes: 0 without mistakes, 1 with a mistake, 2 for wrong arguments.
In the image: docker run --rm -v ./config:/config:ro querent npm run check-config -- --dir /config`;

void main().then((code) => (process.exitCode = code));

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (typeof options === 'number') return options;
  const { dir, databases, schemas } = options;
  const credentials = options.credentials || databases;
  if (schemas !== undefined) return writeSchemas(schemas);
  try {
    const catalog = await openCatalog(dir, { watch: false, credentials: credentials ? process.env : null });
    const problems = databases ? await withDatabases(dir, catalog) : catalog.problems();
    const count = catalog.connections().length;
    await catalog.close();
    return report(problems, `${dir} (${count} ${count === 1 ? 'connection' : 'connections'})`);
  } catch (error) {
    // No service would start: the folder does not exist, or tenants.yaml has mistakes.
    console.error((error as Error).message);
    return 1;
  }
}

interface Options {
  dir: string;
  credentials: boolean;
  databases: boolean;
  schemas?: string;
}

/**
 * The mistakes of the files and those that the databases reveal. For an entry with both, only the latter, which are
 * more precise.
 */
async function withDatabases(dir: string, catalog: Catalog): Promise<Problem[]> {
  const { problems, models } = await checkDatabases(catalog);
  const revealed = [...problems, ...(await checkAgents(dir, catalog, models))];
  const entries = new Set(revealed.map(entryOf));
  return [...catalog.problems().filter((problem) => !entries.has(entryOf(problem))), ...revealed];
}

const entryOf = ({ file, path }: Problem): string => `${file}\n${path}`;

async function writeSchemas(dir: string): Promise<number> {
  await mkdir(dir, { recursive: true });
  for (const [kind, schema] of Object.entries(configurationSchemas())) {
    await writeFile(join(dir, `${kind}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
  console.log(`${dir}: ${Object.keys(configurationSchemas()).join(', ')}`);
  return 0;
}

function readArguments(args: string[]): Options | number {
  try {
    const { values } = parseArgs({
      args,
      options: {
        dir: { type: 'string' },
        credentials: { type: 'boolean', default: false },
        databases: { type: 'boolean', default: false },
        schemas: { type: 'string' },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    });
    const { help: wantsHelp, dir = process.env['QUERENT_CONFIG_DIR'] || 'infra/demo/config', ...rest } = values;
    if (!wantsHelp) return { dir, ...rest };
    console.log(help);
    return 0;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    return 2;
  }
}

function report(problems: readonly Problem[], what: string): number {
  for (const problem of problems) console.error(lineOf(problem));
  const mistakes = problems.filter(({ severity }) => severity !== 'warning').length;
  const warnings = problems.length - mistakes;
  const warningCount = warnings > 0 ? `, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}` : '';
  console.log(
    `${what}: ${mistakes === 0 ? 'no mistakes' : mistakes === 1 ? '1 mistake' : `${mistakes} mistakes`}${warningCount}`,
  );
  return mistakes === 0 ? 0 : 1;
}

function lineOf({ file, line, path, message, severity, entry }: Problem): string {
  const effect = severity === 'warning' ? ' (warning)' : entry ? ' (this entry is out of use)' : '';
  const at = `${file}${line === undefined ? '' : `:${line}`}${path === '' ? '' : ` ${path}`}`;
  return `${at}: ${message}${effect}`;
}
