import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { todayInShanghai } from '../../demo/data/calendar.mjs';
import { findFreePort, isPortFree, samePort } from './servers/free-port.mjs';
import { ManagedProcess } from './servers/managed-process.mjs';
import { repositoryRoot } from './repository-paths.mjs';
import { usesDemoDatabase } from './uses-demo-database.mjs';

/** The six services, in the order in which a question passes them. */
export const serviceNames = ['gateway', 'intent', 'schema-retrieval', 'sql-generator', 'executor', 'chart'];

const serviceGraceMs = 15_000;
const storeGraceMs = 10_000;
const readyTimeoutMs = 90_000;
/** After this many failed starts before the first readiness, further restarts will not help. */
const maxCrashesAtStart = 4;

/**
 * Starts Querent on 127.0.0.1: a private Redis (unless REDIS_URL is set), the demo database (unless
 * QUERENT_DEMO_DATABASE_URL is set, or no connection uses it) and the six services. Each is a separate process, which is restarted after a crash.
 *
 * @param {object} [options]
 * @param {number} [options.port] the gateway's; 0 (default): any free one
 * @param {string} [options.redisDir] the folder of Redis's data; default: a temporary folder, removed by `stop`
 * @param {'embedded' | 'server'} [options.database] the demo database: PGlite (default; only if a connection uses
 * it), or a throw-away PostgreSQL server
 * @param {Record<string, number>} [options.scale] processes per service, default 1
 * @param {Record<string, string>} [options.env] added to every process's environment
 * @param {Record<string, Record<string, string>>} [options.envOf] added to the environment of one service's processes;
 * overrides all others
 * @param {(name: string, line: string) => void} [options.onLine] receives each line that a process writes
 * @param {(service: string) => string} [options.scriptOf] the program of a service, default the built one
 * @returns {Promise<Stack>} when every service answers `/readyz` with 200
 * @throws if the port is taken, or a service is not built or does not become ready; nothing is left running then
 */
export async function startStack({
  port = 0,
  redisDir,
  database = 'embedded',
  scale = {},
  env = {},
  envOf = {},
  onLine = () => undefined,
  scriptOf = builtService,
} = {}) {
  checkScale(scale);
  if (port !== 0 && !(await isPortFree(port)))
    throw new Error(`Port ${port} of 127.0.0.1 is taken. Free it, or choose another with --port N.`);
  const missing = serviceNames.filter((name) => !existsSync(scriptOf(name)));
  if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}. Run: npm run build`);

  const settings = { ...process.env, ...env };
  const configDir = settings.QUERENT_CONFIG_DIR ?? 'infra/demo/config';
  const stores = await describeStores({ redisDir, database, configDir, settings, onLine });
  const shared = {
    ...env,
    REDIS_URL: stores.urls.REDIS_URL,
    HOST: '127.0.0.1',
    QUERENT_CONFIG_DIR: configDir,
  };
  const services = await describeServices({
    port,
    scale,
    shared,
    envOf,
    databaseUrl: stores.urls.QUERENT_DEMO_DATABASE_URL,
    onLine,
    scriptOf,
  });
  const stack = new Stack(stores, services);
  try {
    await stack.start();
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** A running stack. A `name` is that of a service, `redis` or `demo-database`. */
class Stack {
  #stores;
  #services;

  constructor(stores, services) {
    this.#stores = stores;
    this.#services = services;
    /** The base URL of the gateway, without a trailing slash. */
    this.url = services.find(({ name }) => name === 'gateway').url;
    this.redisUrl = stores.urls.REDIS_URL;
    this.databaseUrl = stores.urls.QUERENT_DEMO_DATABASE_URL;
  }

  /** @returns {Record<string, number[]>} the ids of running processes by name */
  get pids() {
    const names = [...new Set(this.#all().map(({ name }) => name))];
    return Object.fromEntries(
      names.map((name) => [name, this.#named(name).flatMap(({ process }) => process.pid ?? [])]),
    );
  }

  /** @returns {Record<string, string[]>} base URLs of `/healthz`, `/readyz` and `/metrics` by service */
  get healthUrls() {
    return Object.fromEntries(serviceNames.map((name) => [name, this.#named(name).map(({ url }) => url)]));
  }

  async start() {
    await this.#failOnCrashLoop(this.#startInOrder());
    await this.ready();
  }

  /** Every service needs Redis. Only the executor needs the database, which takes longest to start. */
  async #startInOrder() {
    const database = this.#startStore('demo-database');
    await this.#startStore('redis');
    const isExecutor = ({ name }) => name === 'executor';
    for (const { process } of this.#services.filter((service) => !isExecutor(service))) void process.start();
    await database;
    for (const { process } of this.#services.filter(isExecutor)) void process.start();
  }

  async #startStore(name) {
    await this.#stores.list.find((store) => store.name === name)?.process.start();
  }

  /** @returns {Promise<void>} when every service answers `/readyz` with 200 (again), and reaches Redis */
  async ready(timeoutMs = readyTimeoutMs) {
    const signal = AbortSignal.timeout(timeoutMs);
    await this.#failOnCrashLoop(Promise.all(this.#services.map(({ name, url }) => untilReady(name, url, signal))));
  }

  /** Kills every process of that name, as a crash would. They are restarted after a delay. */
  killService(name, signal = 'SIGKILL') {
    for (const { process } of this.#named(name)) process.kill(signal);
  }

  /** Stops every process of that name gracefully. They stay down until `startService`. */
  async stopService(name) {
    await Promise.all(this.#named(name).map(({ process }) => process.stop(serviceGraceMs)));
  }

  /** @returns {Promise<void>} when started; wait for `ready()` before you ask a question */
  async startService(name) {
    await Promise.all(this.#named(name).map(({ process }) => process.start()));
  }

  /** Stops the services first, so that they can still write to the stores. */
  async stop() {
    await Promise.all(this.#services.map(({ process }) => process.stop(serviceGraceMs)));
    await Promise.all(this.#stores.list.map(({ process }) => process.stop(storeGraceMs)));
    this.#stores.cleanUp();
  }

  #all() {
    return [...this.#stores.list, ...this.#services];
  }

  #named(name) {
    const found = this.#all().filter((entry) => entry.name === name);
    if (found.length === 0)
      throw new Error(
        `No process ${name}; the processes are: ${[...new Set(this.#all().map((entry) => entry.name))].join(', ')}`,
      );
    return found;
  }

  /** Waits for `work`, and fails if a process crashes repeatedly meanwhile. */
  async #failOnCrashLoop(work) {
    let over = false;
    const watch = async () => {
      while (!over) {
        const failing = this.#all().find(({ process }) => process.crashes >= maxCrashesAtStart);
        if (failing) throw new Error(`${failing.name} ended ${maxCrashesAtStart} times while starting; see its log.`);
        await pause(50);
      }
    };
    try {
      await Promise.race([work, watch()]);
    } finally {
      over = true;
    }
  }
}

function checkScale(scale) {
  for (const [name, count] of Object.entries(scale)) {
    if (!serviceNames.includes(name))
      throw new Error(`--scale: no service ${name}; the services are: ${serviceNames.join(', ')}`);
    if (name === 'gateway' && count !== 1)
      throw new Error('--scale: only one gateway is possible, because it owns the port.');
    if (!Number.isInteger(count) || count < 1) throw new Error(`--scale: ${name} needs a whole number from 1`);
  }
}

async function describeStores({ redisDir, database, configDir, settings, onLine }) {
  const list = [];
  const urls = {
    REDIS_URL: settings.REDIS_URL,
    QUERENT_DEMO_DATABASE_URL: settings.QUERENT_DEMO_DATABASE_URL || undefined,
  };
  let temporary;
  const add = (name, script, args) =>
    list.push({
      name,
      process: new ManagedProcess({ name, script: local(script), args, announces: true, onLine }),
    });
  if (!urls.REDIS_URL) {
    const port = await findFreePort();
    // The services are given the port, so a restarted store must listen on the same one.
    const dir = redisDir ?? (temporary = mkdtempSync(`${tmpdir()}/querent-stack-`));
    add('redis', 'servers/server-keeper.mjs', ['redis', JSON.stringify({ aof: true, dir, port })]);
    urls.REDIS_URL = `redis://127.0.0.1:${port}`;
  }
  if (!urls.QUERENT_DEMO_DATABASE_URL && (database === 'server' || usesDemoDatabase(configDir))) {
    // An address is part of a login's identity: for another one, cached answers in the kept Redis data do not count.
    const port = redisDir === undefined ? await findFreePort() : await samePort(`${redisDir}/demo-database.port`);
    if (database === 'server')
      add('demo-database', 'servers/server-keeper.mjs', [
        'postgres',
        JSON.stringify({ demoDay: todayInShanghai(), port }),
      ]);
    else add('demo-database', 'servers/demo-database.mjs', ['--port', String(port)]);
    urls.QUERENT_DEMO_DATABASE_URL = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }
  return { list, urls, cleanUp: () => temporary && rmSync(temporary, { recursive: true, force: true }) };
}

async function describeServices({ port, scale, shared, envOf, databaseUrl, onLine, scriptOf }) {
  const services = [];
  for (const name of serviceNames) {
    for (let n = 1; n <= (scale[name] ?? 1); n += 1) {
      const ownPort = name === 'gateway' && port !== 0 ? port : await findFreePort();
      const label = (scale[name] ?? 1) > 1 ? `${name}-${n}` : name;
      // Only the executor holds database credentials; `undefined` also hides what this process inherited.
      const env = {
        ...shared,
        PORT: String(ownPort),
        QUERENT_DEMO_DATABASE_URL: name === 'executor' ? databaseUrl : undefined,
        ...envOf[name],
      };
      services.push({
        name,
        url: `http://127.0.0.1:${ownPort}`,
        process: new ManagedProcess({ name: label, script: scriptOf(name), env, onLine }),
      });
    }
  }
  return services;
}

async function untilReady(name, url, signal) {
  while (!signal.aborted) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    const { checks } = (await answer?.json().catch(() => undefined)) ?? {};
    // A service that has started stays ready while Redis is away.
    if (answer?.status === 200 && checks?.redis === 'ok') return;
    await pause(100);
  }
  throw new Error(`${name} did not become ready; see its log.`);
}

function builtService(name) {
  return `${repositoryRoot}/dist/apps/${name}/main.cjs`;
}

function local(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}
