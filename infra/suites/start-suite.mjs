import { createRequire } from 'node:module';
import { bundlePrograms } from '../tools/build/bundle.mjs';
import { forgetDeployment } from '../tools/local/forget-deployment.mjs';

/**
 * Bundles and runs the suite `infra/suites/<folder>/<name>.ts` with this process's arguments. Ends the process with the
 * suite's exit code.
 * @param {string} name
 * @param {string} folder
 */
export async function startSuite(name, folder = `${name}/suite`) {
  forgetDeployment();
  const [program] = await bundlePrograms(`suites/${folder}`, [name]);
  const { main } = createRequire(import.meta.url)(program);
  process.exit(await main(process.argv.slice(2)));
}
