// A stack for a test: `node stack-keeper.mjs '<startStack options as JSON>'`. Prints one line of JSON when it is ready.
// Then it answers each line `{ id, call, args }` on stdin with `{ id, value }` or `{ id, error }`. When stdin closes,
// the stack stops. The output of the stack's processes goes to stderr.
import { createInterface } from 'node:readline';
import { forgetDeployment } from './forget-deployment.mjs';
import { prefixedLog } from './log-lines.mjs';
import { startStack } from './stack.mjs';

// A caller that wants stores of a deployment passes them as options.
forgetDeployment();
const stack = await startStack({ ...JSON.parse(process.argv[2] ?? '{}'), onLine: prefixedLog(process.stderr) }).catch(
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);

const calls = {
  pids: () => stack.pids,
  ready: () => stack.ready(),
  killService: (name) => stack.killService(name),
  stopService: (name) => stack.stopService(name),
  startService: (name) => stack.startService(name),
};

const stdin = createInterface({ input: process.stdin });
stdin.on('line', (line) => void answer(JSON.parse(line)));
stdin.on('close', () => void stack.stop().then(() => process.exit(0)));
console.log(
  JSON.stringify({
    url: stack.url,
    redisUrl: stack.redisUrl,
    databaseUrl: stack.databaseUrl,
    healthUrls: stack.healthUrls,
  }),
);

async function answer({ id, call, args }) {
  try {
    console.log(JSON.stringify({ id, value: (await calls[call](...args)) ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ id, error: error.message }));
  }
}
