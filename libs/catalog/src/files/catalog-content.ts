import { createHash } from 'node:crypto';
import { bilingual, type BilingualText } from '@querent/language';
import { modelFileProblems, parseModelFile, type ModelFile, type ModelProblem } from '@querent/model';
import { agentFileSchema, type Agent } from './agent-file';
import { readConnection, type Connection, type Credentials } from './connection-file';
import type { FolderFiles } from './folder-files';
import { keyFileSchema, keysFileSchema, type KeyFile, type StoredKey } from '../key-ring';
import { suggestion } from './suggestion';
import type { Problem } from './problem';
import { readSamples, type Sample } from '../samples/sample-lines';
import { tenantsFileSchema, type TenantLimits } from '../tenant-limits';
import { checkYaml, lineAt, parseYaml, problemAt, type Read, type YamlDocument } from './yaml-document';

/**
 * The last valid version of a model file. `file` is null if there is none, or if no version was valid (`problems` lists
 * why).
 */
export interface ModelSource {
  file: ModelFile | null;
  /** SHA-256 of the text in use, or of '' if there is no file. */
  hash: string;
  problems: Problem[];
  /** Mistakes of single entries; the rest of the file is in use. */
  mistakes: Problem[];
  /** Creates a problem at a dotted path of the file, with its line. */
  problemAt(path: string, message: BilingualText): Problem;
  /** The line of a dotted path of the file, from 1. */
  lineOf(path: string): number | undefined;
}

/** Content of one read of the folder. Invalid entries keep their last valid version. */
export interface CatalogContent {
  connections: ReadonlyMap<string, Connection>;
  /** Connections whose file has never been valid. */
  broken: ReadonlySet<string>;
  models: ReadonlyMap<string, ModelSource>;
  /** By connection: samples of all tenants. By `ofTenant`: those of one tenant with its own. */
  samples: ReadonlyMap<string, Sample[]>;
  /** By `ofTenant`, or by name if they are shared. */
  agents: ReadonlyMap<string, Agent>;
  /** Keys of the keys file. Null: there is none. */
  keys: readonly StoredKey[] | null;
  /** Keys with a file each, by name; they replace those of the keys file. Null: revoked. */
  ownKeys: ReadonlyMap<string, StoredKey | null>;
  /** Null: the tenants file has never been valid. */
  tenants: readonly TenantLimits[] | null;
  problems: Problem[];
}

export const emptyContent: CatalogContent = {
  connections: new Map(),
  broken: new Set(),
  models: new Map(),
  samples: new Map(),
  agents: new Map(),
  keys: null,
  ownKeys: new Map(),
  tenants: null,
  problems: [],
};

/** Identifies a tenant's agent, or its samples of a connection; shared ones are identified by the name alone. */
export const ofTenant = (name: string, tenant: string): string => `${name}@${tenant}`;

/** The model source of a connection without a model file. */
export function noModelFile(connection: string): ModelSource {
  const file = `models/${connection}.yaml`;
  return {
    file: null,
    hash: hash(''),
    problems: [],
    mistakes: [],
    problemAt: (path, message) => ({ file, path, message }),
    lineOf: () => undefined,
  };
}

/**
 * Parses all files; invalid ones keep their version in `last` and are listed in `problems`. Pure; the SQL parser must
 * be loaded.
 */
export function readContent(files: FolderFiles, last: CatalogContent, credentials: Credentials): CatalogContent {
  const problems: Problem[] = [...files.keys()].flatMap((file) => nameProblems(file));
  const connections = new Map<string, Connection>();
  const broken = new Set<string>();
  for (const [name, file, text] of entries(files, 'connections', 'yaml')) {
    const read = onDocument(file, text, (document) => readConnection(name, document, credentials));
    problems.push(...(read.ok ? read.value.warnings : read.problems));
    const connection = read.ok ? read.value.connection : last.connections.get(name);
    if (connection) connections.set(name, connection);
    else broken.add(name);
  }
  const known = [...connections.keys(), ...broken];
  const agents = readAgents(files, last, known, problems);
  return {
    connections,
    broken,
    agents,
    models: readModels(files, last, known, problems),
    samples: readAllSamples(files, known, problems),
    keys: readKeys(files, last, known, problems),
    ownKeys: readOwnKeys(files, last, known, problems),
    tenants: readTenants(files, last, problems),
    problems,
  };
}

function readModels(
  files: FolderFiles,
  last: CatalogContent,
  known: string[],
  problems: Problem[],
): Map<string, ModelSource> {
  const models = new Map<string, ModelSource>();
  for (const [name, file, text] of entries(files, 'models', 'yaml')) {
    problems.push(...unknownConnectionProblems(file, name, known));
    const kept = last.models.get(name);
    const isUnchanged = kept !== undefined && kept.file !== null && kept.hash === hash(text);
    // Skips unchanged models: parsing the model of a large database takes longer than all other files.
    const read = isUnchanged ? { ok: true as const, value: kept } : onDocument(file, text, readModel);
    if (read.ok) {
      problems.push(...read.value.mistakes);
      models.set(name, { ...read.value, hash: hash(text), problems: [] });
      continue;
    }
    problems.push(...read.problems);
    models.set(name, kept?.file ? kept : { ...noModelFile(name), hash: hash(text), problems: read.problems });
  }
  return models;
}

function readModel(document: YamlDocument): Read<Pick<ModelSource, 'file' | 'problemAt' | 'lineOf' | 'mistakes'>> {
  const parsed = parseModelFile(document.value ?? {});
  const here = (problem: ModelProblem): Problem =>
    located(problem, (path, message) => problemAt(document, path, message));
  const found = parsed.problems.map(here);
  if (!parsed.ok) return { ok: false, problems: found };
  found.push(...modelFileProblems(parsed.file).map(here));
  return {
    ok: true,
    value: {
      file: parsed.file,
      problemAt: (path, message) => problemAt(document, path, message),
      lineOf: (path) => lineAt(document, path),
      mistakes: found,
    },
  };
}

/** A mistake of a model as a problem with file and line. A spec checks that its message has a Chinese text. */
export function located({ path, message, entry }: ModelProblem, at: ModelSource['problemAt']): Problem {
  return { ...at(path, message as BilingualText), ...(entry && { entry }) };
}

function readAllSamples(files: FolderFiles, known: string[], problems: Problem[]): Map<string, Sample[]> {
  const all = new Map<string, Sample[]>();
  for (const [path, file, text] of entries(files, 'samples', 'jsonl')) {
    const { name, tenant } = owned(path);
    const read = readSamples(file, text);
    problems.push(...unknownConnectionProblems(file, name, known), ...read.problems);
    all.set(tenant === undefined ? name : ofTenant(name, tenant), read.samples);
  }
  const withShared = ([key, samples]: [string, Sample[]]): [string, Sample[]] => {
    const at = key.indexOf('@');
    return [key, at < 0 ? samples : [...samples, ...(all.get(key.slice(0, at)) ?? [])]];
  };
  return new Map([...all].map(withShared));
}

function readAgents(
  files: FolderFiles,
  last: CatalogContent,
  known: string[],
  problems: Problem[],
): Map<string, Agent> {
  const agents = new Map<string, Agent>();
  for (const [path, file, text] of entries(files, 'agents', 'yaml')) {
    const { name, tenant } = owned(path);
    const read = onDocument(file, text, (document) => {
      const checked = checkYaml(document, agentFileSchema);
      if (!checked.ok) return checked;
      problems.push(...unknownConnections(document, checked.value.connections, 'connections', known));
      return checked;
    });
    if (!read.ok) problems.push(...read.problems);
    const key = tenant === undefined ? name : ofTenant(name, tenant);
    const of = { name, ...(tenant === undefined ? {} : { tenant }), version: hash(text) };
    const agent = read.ok ? { ...read.value, ...of } : last.agents.get(key);
    if (agent) agents.set(key, agent);
  }
  return agents;
}

/** `<name>` or `<name>@<tenant>`. */
function owned(path: string): { name: string; tenant?: string } {
  const [name = '', owner] = path.split('@');
  return { name, ...(owner === undefined ? {} : { tenant: decodeURIComponent(owner) }) };
}

/** A keys file that was never valid denies all access; it does not enable demo mode. */
function readKeys(
  files: FolderFiles,
  last: CatalogContent,
  known: string[],
  problems: Problem[],
): readonly StoredKey[] | null {
  const text = files.get('keys.yaml');
  if (text === undefined) return null;
  const read = onDocument('keys.yaml', text, (document) => {
    const checked = checkYaml(document, keysFileSchema);
    if (checked.ok)
      checked.value.forEach((key, index) =>
        problems.push(...unknownConnections(document, key.connections, `[${index}].connections`, known)),
      );
    return checked;
  });
  if (read.ok) return read.value;
  problems.push(...read.problems);
  return last.keys ?? [];
}

/** An invalid file revokes its key, unless it was valid before. */
function readOwnKeys(
  files: FolderFiles,
  last: CatalogContent,
  known: string[],
  problems: Problem[],
): Map<string, StoredKey | null> {
  const keys = new Map<string, StoredKey | null>();
  for (const [path, file, text] of entries(files, 'keys', 'yaml')) {
    const name = decodeURIComponent(path);
    const read = onDocument(file, text, (document) => {
      const checked = checkYaml<KeyFile>(document, keyFileSchema);
      if (!checked.ok) return checked;
      if (checked.value.name !== name)
        return {
          ok: false,
          problems: [problemAt(document, 'name', bilingual('Must be "{name}", as in the file\'s name.', { name }))],
        };
      if ('connections' in checked.value)
        problems.push(...unknownConnections(document, checked.value.connections, 'connections', known));
      return checked;
    });
    if (!read.ok) problems.push(...read.problems);
    const key = read.ok ? ('revoked' in read.value ? null : read.value) : (last.ownKeys.get(name) ?? null);
    keys.set(name, key);
  }
  return keys;
}

function readTenants(files: FolderFiles, last: CatalogContent, problems: Problem[]): CatalogContent['tenants'] {
  const text = files.get('tenants.yaml');
  if (text === undefined) return [];
  const read = onDocument('tenants.yaml', text, (document) => checkYaml(document, tenantsFileSchema));
  if (read.ok) return read.value;
  problems.push(...read.problems);
  return last.tenants;
}

function onDocument<T>(file: string, text: string, read: (document: YamlDocument) => Read<T>): Read<T> {
  const document = parseYaml(file, text);
  return document.ok ? read(document.value) : document;
}

function entries(
  files: FolderFiles,
  folder: string,
  extension: 'yaml' | 'jsonl',
): [name: string, file: string, text: string][] {
  return [...files].flatMap(([file, text]) => {
    const name = new RegExp(`^${folder}/(${namesIn(folder)})\\.${extension}$`, 'i').exec(file)?.[1];
    return name === undefined || !isDecodable(name) ? [] : [[name, file, text] satisfies [string, string, string]];
  });
}

/** A tenant's agent or samples have the tenant after `@`; names of keys and tenants are percent-encoded. */
const ENCODED = "(?:[a-z0-9_!~*'()-]|%[0-9a-f]{2})+";
const NAME = '[a-z0-9][a-z0-9_-]{0,63}';
const namesIn = (folder: string): string =>
  folder === 'keys' ? ENCODED : ['agents', 'samples'].includes(folder) ? `${NAME}(?:@${ENCODED})?` : NAME;

/** Problems of file names: a wrong extension, or a name that is not allowed in a path. */
function nameProblems(file: string): Problem[] {
  if (file === 'keys.yaml' || file === 'tenants.yaml') return [];
  const expected = file.startsWith('samples/') ? 'jsonl' : 'yaml';
  if (!file.endsWith(`.${expected}`))
    return [
      {
        file,
        path: '',
        message: bilingual('The file is not read: its name must end in .{extension}.', { extension: expected }),
      },
    ];
  const [folder = ''] = file.split('/');
  if (!new RegExp(`^[^/]+/(?:${namesIn(folder)})\\.[a-z]+$`, 'i').test(file) || !isDecodable(file)) {
    return [
      {
        file,
        path: '',
        message: bilingual(
          'The file is not read: its name must have 1 to 64 letters, digits, "-" or "_" and begin with a letter or digit.',
        ),
      },
    ];
  }
  return [];
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

function unknownConnectionProblems(file: string, name: string, known: string[]): Problem[] {
  return known.includes(name) ? [] : [{ file, path: '', message: unknownConnection(name, known) }];
}

const unknownConnection = (name: string, known: string[]): BilingualText =>
  bilingual('There is no connection "{name}".{suggestion}', { name, suggestion: suggestion(name, known) });

function unknownConnections(
  document: YamlDocument,
  named: string[] | undefined,
  path: string,
  known: string[],
): Problem[] {
  return (named ?? []).flatMap((name, index) =>
    known.includes(name) ? [] : [problemAt(document, `${path}[${index}]`, unknownConnection(name, known))],
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
