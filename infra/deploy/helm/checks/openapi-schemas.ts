import { mkdirSync, writeFileSync } from 'node:fs';
import { isTree, type Tree } from '../../k8s/kustomize/manifest';

/** Members of later versions of Kubernetes than the document, which the chart uses. */
const laterMembers: Readonly<Record<string, Tree>> = {
  // Since 1.26.
  'io.k8s.api.policy.v1.PodDisruptionBudgetSpec': { unhealthyPodEvictionPolicy: { type: 'string' } },
};
/** Types that have several forms in YAML; the document describes one of them. */
const forms: Readonly<Record<string, string[]>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': ['string', 'number'],
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': ['string', 'integer'],
};

/**
 * Writes JSON schemas for kubeconform, which would otherwise fetch them from the network: `Kind-group-version.json` for
 * each kind. They are strict: a member that the document does not define is refused.
 * @param document Kubernetes' OpenAPI document, version 2
 */
export function writeSchemas(document: unknown, folder: string): void {
  const definitions = isTree(document) && isTree(document['definitions']) ? document['definitions'] : {};
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/definitions.json`,
    JSON.stringify({
      definitions: Object.fromEntries(
        Object.entries(definitions).map(([name, schema]) => [name, isTree(schema) ? strict(name, schema) : schema]),
      ),
    }),
  );
  for (const [name, schema] of Object.entries(definitions)) {
    for (const kind of kindsOf(schema))
      writeFileSync(`${folder}/${kind}.json`, JSON.stringify({ $ref: `definitions.json#/definitions/${name}` }));
  }
}

function strict(name: string, schema: Tree): Tree {
  const types = forms[name];
  if (types !== undefined) return { type: types };
  const { properties } = schema;
  if (!isTree(properties)) return schema;
  return { ...schema, properties: { ...properties, ...laterMembers[name] }, additionalProperties: false };
}

/** `deployment-apps-v1`, and `service-v1` for the core group, as kubeconform's template names them. */
function kindsOf(schema: unknown): string[] {
  const kinds = isTree(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
  if (!Array.isArray(kinds)) return [];
  return kinds.filter(isTree).map(({ group, version, kind }) =>
    [kind, String(group).split('.')[0], version]
      .filter((part) => part !== '')
      .join('-')
      .toLowerCase(),
  );
}
