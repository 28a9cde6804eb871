import { createRequire } from 'node:module';
import { bundlePrograms } from '../build/bundle.mjs';
import { forgetDeployment } from '../local/forget-deployment.mjs';

/**
 * Runs the suite `infra/<name>/suite/<name>.ts` with this process's arguments, and ends with its exit code.
 * @param {string} name
 */
export async function startSuite(name) {
  forgetDeployment();
  // As deep in dist as a service: what is found from where it stands is found.
  const [program] = await bundlePrograms(`${name}/suite`, [name]);
  const { main } = createRequire(import.meta.url)(program);
  process.exit(await main(process.argv.slice(2)));
}
