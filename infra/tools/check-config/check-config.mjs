// npm run check-config -- --help: finds mistakes in a configuration folder without starting a service.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const args = [await programOf(), ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;

/** The built program in the image; in a checkout, a fresh bundle of the sources. */
async function programOf() {
  if (!existsSync(at('../build/bundle.mjs'))) return at('../../../dist/tools/check-config/check-config.cjs');
  const { status } = spawnSync(process.execPath, [at('../local/bootstrap.mjs'), '--no-build'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const { bundlePrograms } = await import('../build/bundle.mjs');
  const [program] = await bundlePrograms('tools/check-config', ['check-config']);
  return program;
}
