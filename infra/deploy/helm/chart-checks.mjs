// Usage: npm run chart-checks. Renders the Helm chart with each example and checks the objects.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../tools/build/bundle.mjs';
import { provideChartTools } from '../../tools/local/servers/chart-tools.mjs';
import { takesNoOptions } from '../../tools/local/takes-no-options.mjs';

takesNoOptions(
  `Usage: npm run chart-checks

Renders the Helm chart with every file of infra/deploy/helm/examples and checks the objects: helm lint, the schemas of
Kubernetes (kubeconform) and of custom resources, hardening, references, stopping, autoscaling, variables, and equality
with the production overlay of kustomize. The first run builds helm and kubeconform from source, which takes minutes.
Without Go and without helm on PATH nothing is rendered.

Exit codes: 0 no mistake, or no helm; 1 mistakes.`,
);
const tools = await provideChartTools();
const [program] = await bundlePrograms('deploy/helm', ['chart-checks']);
process.exit(await createRequire(import.meta.url)(program).main(fileURLToPath(new URL('.', import.meta.url)), tools));
