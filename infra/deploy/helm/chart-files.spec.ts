import { readFileSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { serviceEnvironments } from '../k8s/checks/service-environments';
const VARIABLES = `${__dirname}/querent/files/variables.yaml`;
it('writes', () => {
  const page = `# The variables that each service reads, from the schemas of the code. Written by UPDATE_PAGES=1 npx jest -c\n# infra/tests/jest/jest.config.cjs infra/deploy/helm\n${stringify(serviceEnvironments)}`;
  if (process.env['UPDATE_PAGES'] === '1') writeFileSync(VARIABLES, page);
  else expect(readFileSync(VARIABLES, 'utf8')).toBe(page);
});
