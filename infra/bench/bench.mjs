// npm run bench [-- chain | cache | intent | reason]: measures the product against the least that could do its work, in one run, and prints ratios.
import { spawn } from 'node:child_process';
import { build } from 'esbuild';
import { startRedisServer } from '../local/redis-server.mjs';
import { repositoryRoot } from '../local/repository-paths.mjs';
import { startStack } from '../local/stack.mjs';

const benches = {
  /** A bare BullMQ chain of five hops against the product's own path with idle stages. */
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
    const stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
    try {
      await measure('cache', { BENCH_REDIS_URL: stack.redisUrl, BENCH_GATEWAY_URL: stack.url });
    } finally {
      await stack.stop();
    }
  },
  /** The intent stage over the demo's models, with the embedder warm. */
  async intent() {
    const stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
    try {
      await measure('intent', { BENCH_REDIS_URL: stack.redisUrl });
    } finally {
      await stack.stop();
    }
  },
  /** The generator around one call of a model that answers at once. */
  async reason() {
    const stack = await startStack({ env: { LOG_LEVEL: 'warn', EMBEDDER: 'none' } });
    try {
      await measure('reason', { BENCH_REDIS_URL: stack.redisUrl });
    } finally {
      await stack.stop();
    }
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  const help = asked.includes('--help');
  console[help ? 'log' : 'error'](`npm run bench [-- ${Object.keys(benches).join(' | ')}]   (default: all)`);
  process.exit(help ? 0 : 2);
}

await build({
  absWorkingDir: repositoryRoot,
  entryPoints: ['bench', 'hop-bare', 'hop-querent', 'bare-route'].map((name) => `infra/bench/${name}.ts`),
  outdir: 'dist/bench',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  tsconfig: 'tsconfig.base.json',
  loader: { '.lua': 'text', '.txt': 'text' },
  logLevel: 'warning',
});
for (const name of asked.length > 0 ? asked : Object.keys(benches)) await benches[name]();
process.exit(0);

/** Runs the measuring program; rejects when it fails. */
function measure(name, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${repositoryRoot}/dist/bench/bench.cjs`], { cwd: repositoryRoot, env: { ...process.env, ...env, BENCH: name }, stdio: 'inherit' });
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The bench ended with ${code}`))));
  });
}
