import { createRequire } from 'node:module';
import { bundlePrograms } from '../build/bundle.mjs';
import { forgetDeployment } from '../local/forget-deployment.mjs';

/**
 * Runs the suite `infra/<folder>/<name>.ts` with this process's arguments, and ends with its exit code.
 * @param {string} name
 * @param {string} folder
 */
export async function startSuite(name, folder = `${name}/suite`) {
  forgetDeployment();
  // As deep in dist as a service: what is found from where it stands is found.
  const [program] = await bundlePrograms(folder, [name]);
  const { main } = createRequire(import.meta.url)(program);
  process.exit(await main(process.argv.slice(2)));
}
