// node infra/deploy/k8s/compare.mjs: whether `kubectl kustomize` renders the overlays as the checks do. By hand where there is
// a kubectl, after a change of kustomizations or patches; needs no cluster. Ends with 0 where they are equal, 1 where
// not, 2 without kubectl.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../tools/build/bundle.mjs';
import { takesNoOptions } from '../../tools/local/takes-no-options.mjs';

takesNoOptions(
  'Usage: node infra/deploy/k8s/compare.mjs\n\nCompares the overlays as kubectl kustomize renders them with what the checks of infra/deploy/k8s are made on.',
);
const [program] = await bundlePrograms('deploy/k8s', ['compare']);
process.exit(createRequire(import.meta.url)(program).main(fileURLToPath(new URL('./overlays', import.meta.url))));
