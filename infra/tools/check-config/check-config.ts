import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { configurationSchemas, openCatalog, type Catalog, type Problem } from '@querent/catalog';
import { checkAgents } from './check-agents';
import { checkDatabases } from './check-databases';

const help = `Usage: npm run check-config -- [--dir DIR] [--credentials | --databases]
       npm run check-config -- --schemas DIR

Checks every file of a configuration folder as the services read it, and starts nothing: connections, models, samples, agents,
keys, tenants. Each mistake is printed with its file, line and path. What only a database can show (a column that is not there, an
agent's filter that fits no column) needs --databases; it is also logged by the executor, and returned by GET /v1/connections/{name}.

  --dir DIR       the folder (default: $QUERENT_CONFIG_DIR, else infra/demo/config)
  --credentials   also checks that each \${VARIABLE} of a connection is set, and that encrypted texts open
  --databases     also reads the database of each connection with each of its logins, in read-only transactions, as the executor does:
                  logins that may do too much, tables and columns of model files that are not there, agents' filters that do not
                  fit. Implies --credentials. Run it where the databases can be reached
  --schemas DIR   checks nothing, but writes the JSON Schema of each kind of file: DIR/connection.json, model.json, sample.json (of
                  one line), agent.json, keys.json, tenants.json. Editors complete and check a YAML file whose first line is
                  # yaml-language-server: $schema=../schemas/model.json
  --help          this text

Ends with 0 when all is well, 1 when a file has a mistake, 2 when called wrongly.
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
    // No service starts then: there is no such folder, or nothing limits the tenants.
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
 * The mistakes of the files, and those that show beside the databases; of one entry, what its database shows is more
 * exact.
 */
async function withDatabases(dir: string, catalog: Catalog): Promise<Problem[]> {
  const { problems, models } = await checkDatabases(catalog);
  const shown = [...problems, ...(await checkAgents(dir, catalog, models))];
  const places = new Set(shown.map(placeOf));
  return [...catalog.problems().filter((problem) => !places.has(placeOf(problem))), ...shown];
}

const placeOf = ({ file, path }: Problem): string => `${file}\n${path}`;

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
    const { help: isAsked, dir = process.env['QUERENT_CONFIG_DIR'] || 'infra/demo/config', ...rest } = values;
    if (!isAsked) return { dir, ...rest };
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
  const also = warnings > 0 ? `, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}` : '';
  console.log(
    `${what}: ${mistakes === 0 ? 'no mistakes' : mistakes === 1 ? '1 mistake' : `${mistakes} mistakes`}${also}`,
  );
  return mistakes === 0 ? 0 : 1;
}

function lineOf({ file, line, path, message, severity, entry }: Problem): string {
  const effect = severity === 'warning' ? ' (warning)' : entry ? ' (this entry is out of use)' : '';
  const at = `${file}${line === undefined ? '' : `:${line}`}${path === '' ? '' : ` ${path}`}`;
  return `${at}: ${message}${effect}`;
}
