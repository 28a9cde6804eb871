import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { productVersion } from '@querent/platform';
import { version } from '../../../package.json';
import { openApiDocument } from '../../../apps/gateway/src/openapi/openapi-document';

const root = resolve(__dirname, '../../..');
const NUMBER = String.raw`(\d+\.\d+\.\d+\S*)`;

/** Texts that repeat the version of package.json. A release raises all of them. */
const repeated: [file: string, pattern: RegExp][] = [
  ['package-lock.json', new RegExp(`^  "version": "${NUMBER}",$`, 'gm')],
  ['package-lock.json', new RegExp(`^      "name": "querent",\n      "version": "${NUMBER}",$`, 'gm')],
  ['infra/deploy/helm/querent/Chart.yaml', new RegExp(`^version: ${NUMBER}$`, 'gm')],
  ['infra/deploy/helm/querent/Chart.yaml', new RegExp(`^appVersion: ${NUMBER}$`, 'gm')],
  ['infra/deploy/helm/querent/README.md', new RegExp(`/querent:${NUMBER}`, 'g')],
  ['infra/deploy/helm/examples/fixed-size.yaml', new RegExp(`^ +tag: ${NUMBER}$`, 'gm')],
  ['infra/deploy/k8s/overlays/production/kustomization.yaml', new RegExp(`^ +newTag: ${NUMBER}$`, 'gm')],
];

// The specs of packed-client, command-line, tracing, logger, metrics and MCP compare what those send.
describe('The version of package.json', () => {
  it.each(repeated)('is the one in %s (%s)', (file, pattern) => {
    const found = [...readFileSync(`${root}/${file}`, 'utf8').matchAll(pattern)].map(([, number]) => number);
    expect(found.length).toBeGreaterThan(0);
    expect([...new Set(found)]).toEqual([version]);
  });

  it('is the one of the running services and of the OpenAPI document, which also names the path /v1', () => {
    expect(productVersion).toBe(version);
    const { info, paths } = openApiDocument(productVersion) as { info: { version: string }; paths: object };
    expect(info.version).toBe(version);
    expect(Object.keys(paths)).toContain('/v1/queries');
  });
});
