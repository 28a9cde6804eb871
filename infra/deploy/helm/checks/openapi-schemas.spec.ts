import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { writeSchemas } from './openapi-schemas';

describe('writeSchemas', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-schemas-`);
  const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  const budget = 'io.k8s.api.policy.v1.PodDisruptionBudget';
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() =>
    writeSchemas(
      {
        definitions: {
          [budget]: {
            properties: { spec: { $ref: `#/definitions/${budget}Spec` } },
            'x-kubernetes-group-version-kind': [{ group: 'policy', kind: 'PodDisruptionBudget', version: 'v1' }],
          },
          [`${budget}Spec`]: {
            properties: { minAvailable: { $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString' } },
          },
          'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: 'string', format: 'int-or-string' },
          Service: {
            properties: {},
            'x-kubernetes-group-version-kind': [{ group: '', kind: 'Service', version: 'v1' }],
          },
          Ingress: {
            properties: {},
            'x-kubernetes-group-version-kind': [{ group: 'networking.k8s.io', kind: 'Ingress', version: 'v1' }],
          },
        },
      },
      folder,
    ),
  );

  it('names a file for each kind as kubeconform asks for it', () => {
    expect(readdirSync(folder).sort()).toEqual([
      'definitions.json',
      'ingress-networking-v1.json',
      'poddisruptionbudget-policy-v1.json',
      'service-v1.json',
    ]);
    expect(read('poddisruptionbudget-policy-v1.json')).toEqual({ $ref: `definitions.json#/definitions/${budget}` });
  });

  it('refuses members that are not defined, except those of later versions', () => {
    expect(read('definitions.json')).toMatchObject({
      definitions: {
        [budget]: { additionalProperties: false },
        [`${budget}Spec`]: { additionalProperties: false, properties: { unhealthyPodEvictionPolicy: {} } },
        'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
      },
    });
  });
});
