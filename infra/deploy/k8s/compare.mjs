// Usage: node infra/deploy/k8s/compare.mjs. Compares our rendering of the overlays, which the checks use, with that of
// `kubectl kustomize`. Run it by hand after a change of kustomizations or patches; it needs kubectl but no cluster.
// Exit codes: 0 equal, 1 different, 2 without kubectl.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../tools/build/bundle.mjs';
import { takesNoOptions } from '../../tools/local/takes-no-options.mjs';

takesNoOptions(
  'Usage: node infra/deploy/k8s/compare.mjs\n\nCompares the overlays as kubectl kustomize renders them with the objects that the checks of infra/deploy/k8s use.',
);
const [program] = await bundlePrograms('deploy/k8s', ['compare']);
process.exit(createRequire(import.meta.url)(program).main(fileURLToPath(new URL('./overlays', import.meta.url))));
