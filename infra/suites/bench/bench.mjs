// npm run bench [-- chain | cache | console | fuzz | guard | hostile-texts | idle | intent | pairs | preview | reason | results
// | retrieval | shared | values | whole | wrapper]: measures the product against the least that could do its work, in one run, and prints
// ratios.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { bundlePrograms } from '../../tools/build/bundle.mjs';
import { startPostgresServer } from '../../tools/local/servers/postgres-server.mjs';
import { startRedisServer } from '../../tools/local/servers/redis-server.mjs';
import { repositoryRoot } from '../../tools/local/repository-paths.mjs';
import { startStack } from '../../tools/local/stack.mjs';
import { startStandIns } from './stand-ins.mjs';

/** Lifts the limits of tenants, because benches ask faster and more. */
const unlimited = { QUESTIONS_PER_MINUTE: '1000000', PREVIEWS_PER_MINUTE: '1000000', KEPT_MB_PER_TENANT: '1000000' };

const benches = {
  /** A bare BullMQ chain of five hops against the product's path with stages that do nothing. */
  async chain() {
    const redis = await startRedisServer();
    try {
      await measure('chain', { BENCH_REDIS_URL: redis.url });
    } finally {
      await redis.stop();
    }
  },
  /** Exact-cache hits against a bare Fastify route with one Redis GET. */
  async cache() {
    const stack = await startStack({ env: { ...unlimited, LOG_LEVEL: 'warn' } });
    try {
      await measure('cache', { BENCH_REDIS_URL: stack.redisUrl, BENCH_GATEWAY_URL: stack.url });
    } finally {
      await stack.stop();
    }
  },
  /** The page for questions in a real browser: its first load, the reading while typing, and interactions. */
  async console() {
    const stack = await startStack({ env: { ...unlimited, LOG_LEVEL: 'warn' } });
    try {
      await measure('console', { BENCH_GATEWAY_URL: stack.url });
    } finally {
      await stack.stop();
    }
  },
  /** The guard with random texts. */
  async fuzz() {
    await measure('fuzz', {});
  },

  /** The guard over files of statements: refused and accepted statements, and times. */
  async guard() {
    const postgres = await startPostgresServer();
    try {
      await measure('guard', { BENCH_POSTGRES_URL: postgres.url, BENCH_FILES: JSON.stringify(files) });
    } finally {
      await postgres.stop();
    }
  },
  /** Texts that try to maximise the cost of reading a question. */
  async 'hostile-texts'() {
    const stack = await startStack({ env: { ...unlimited, LOG_LEVEL: 'warn', EMBEDDER: 'none' } });
    try {
      await measure('hostile-texts', { BENCH_REDIS_URL: stack.redisUrl, BENCH_TEXTS: texts, BENCH_ONLY: only });
    } finally {
      await stack.stop();
    }
  },
  /** The product's idle cost after 200 questions. */
  async idle() {
    const [program] = await bundlePrograms('suites/bench/idle', ['idle']);
    await playSuite(program, ['--world', world, '--seconds', seconds]);
  },
  /** The intent stage over the demo's models, with the embedder warm. */
  async intent() {
    const stack = await startStack({ env: { ...unlimited, LOG_LEVEL: 'warn' } });
    try {
      await measure('intent', { BENCH_REDIS_URL: stack.redisUrl });
    } finally {
      await stack.stop();
    }
  },
  /** Pairs of questions that differ in one respect, which must not share a cached statement. */
  async pairs() {
    const stack = await startStack({ env: { ...unlimited, LOG_LEVEL: 'warn', EMBEDDER: 'none' } });
    try {
      await measure('pairs', { BENCH_REDIS_URL: stack.redisUrl, BENCH_PAIRS: pairs });
    } finally {
      await stack.stop();
    }
  },
  /** Previews of the demo's questions at the gateway. */
  async preview() {
    const stack = await startStack({ env: { ...unlimited, LOG_LEVEL: 'warn', EMBEDDER: 'none' } });
    try {
      await measure('preview', { BENCH_GATEWAY_URL: stack.url });
    } finally {
      await stack.stop();
    }
  },
  /** The generator's overhead around one call of a model without latency. */
  async reason() {
    const stack = await startStack({ env: { ...unlimited, LOG_LEVEL: 'warn', EMBEDDER: 'none' } });
    try {
      await measure('reason', { BENCH_REDIS_URL: stack.redisUrl });
    } finally {
      await stack.stop();
    }
  },
  /** A large result: the executor's memory, and the CSV stream against a bare cursor. */
  async results() {
    const [postgres, redis] = await Promise.all([startPostgresServer(), startRedisServer()]);
    try {
      await measure('results', { BENCH_POSTGRES_URL: postgres.url, BENCH_REDIS_URL: redis.url, BENCH_ROWS: rows });
    } finally {
      await Promise.all([postgres.stop(), redis.stop()]);
    }
  },
  /** Finding tables among ten thousand. */
  async retrieval() {
    const redis = await startRedisServer();
    try {
      await measure(
        'retrieval',
        { BENCH_REDIS_URL: redis.url, BENCH_TABLES: tables ?? '10000' },
        'retrieval/retrieval',
      );
    } finally {
      await redis.stop();
    }
  },
  /** Questions with a statement from the semantic cache against the same questions without. */
  async shared() {
    const gold = readFileSync(`${repositoryRoot}/infra/demo/gold/questions.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .sort((a, b) => b.question.length - a.question.length);
    const config = mkdtempSync(`${tmpdir()}/querent-bench-`);
    cpSync(`${repositoryRoot}/infra/demo/config`, config, { recursive: true });
    const [postgres, standIns] = await Promise.all([
      startPostgresServer(),
      startStandIns({
        delayMs: 300,
        sqlOf: (prompt) => gold.find(({ question }) => prompt.includes(question))?.sql ?? '',
      }),
    ]);
    const stack = await startStack({
      env: {
        ...unlimited,
        LOG_LEVEL: 'warn',
        QUERENT_CONFIG_DIR: config,
        LLM_BASE_URL: standIns.url,
        LLM_MODEL: 'stand-in',
        EMBEDDINGS_BASE_URL: standIns.url,
        EMBEDDINGS_MODEL: 'stand-in',
      },
    });
    try {
      await measure('shared', {
        BENCH_GATEWAY_URL: stack.url,
        BENCH_POSTGRES_URL: postgres.url,
        BENCH_CONFIG_DIR: config,
        BENCH_TABLES: tables ?? '1000',
      });
    } finally {
      await stack.stop();
      standIns.stop();
      await postgres.stop();
      rmSync(config, { recursive: true, force: true });
    }
  },
  /** Look-ups of stored values by the planner and the value hints, and the planner over many tables. */
  async values() {
    await measure('values', { BENCH_VALUES: values, BENCH_TABLES: tables ?? '10000' });
  },
  /** What a question costs, in one table. */
  async whole(args = []) {
    const [program] = await bundlePrograms('suites/bench', ['whole/whole', 'whole/model-server', ...hops]);
    await playSuite(program, args);
  },
  /** The overhead of guard, EXPLAIN and the read-only session over bare pg. */
  async wrapper() {
    const postgres = await startPostgresServer();
    try {
      await measure('wrapper', { BENCH_POSTGRES_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  },
};

const hops = ['hops/hop-bare', 'hops/hop-querent', 'hops/bare-route'];

// This bench has options of its own.
if (process.argv[2] === 'whole') {
  await benches.whole(process.argv.slice(3));
  process.exit(0);
}

const options = {
  hostile: { type: 'string' },
  benign: { type: 'string' },
  gold: { type: 'string' },
  schemas: { type: 'string' },
};
const {
  values: {
    help,
    rows = '10000000',
    pairs = '50000',
    tables,
    values = '20000,200000',
    texts = '10000',
    only = '',
    seconds = '60',
    world = 'demo',
    ...files
  },
  positionals: asked,
} = readArguments({
  options: {
    ...options,
    rows: { type: 'string' },
    pairs: { type: 'string' },
    tables: { type: 'string' },
    values: { type: 'string' },
    texts: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    world: { type: 'string' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (help || unknown.length > 0) {
  console[help ? 'log' : 'error'](
    `Usage: npm run bench [-- ${Object.keys(benches).join(' | ')}]   (default: all; guard reads files: ${Object.keys(
      options,
    )
      .map((name) => `--${name} PATH`)
      .join(
        ' ',
      )}; results: --rows N; pairs: --pairs N; retrieval, shared: --tables N; values: --values N,N --tables N; hostile-texts: --texts N --only WORDS (of a model or step); idle: --world demo|bare|tenants --seconds N; whole, as the first word: see npm run bench -- whole --help)`,
  );
  process.exit(help ? 0 : 2);
}

await bundlePrograms('suites/bench', ['bench', 'retrieval/retrieval', ...hops]);
for (const name of asked.length > 0 ? asked : Object.keys(benches)) await benches[name]();
process.exit(0);

/** Ends the program with exit code 2 and a one-line message for wrong arguments. */
function readArguments(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

/** Runs a bench that is a suite program in this process. Ends the process when it fails. */
async function playSuite(program, args) {
  const code = await createRequire(import.meta.url)(program).main(args);
  if (code !== 0) process.exit(code);
}

/** Runs a bench program. Rejects when it fails. */
function measure(name, env, program = 'bench') {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${repositoryRoot}/dist/suites/bench/${program}.cjs`], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env, BENCH: name },
      stdio: 'inherit',
    });
    // It computes without looking up, and would go on alone.
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill('SIGKILL'));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The bench ended with ${code}`))));
  });
}
