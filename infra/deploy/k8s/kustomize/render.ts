import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { isTree, type Manifest } from './manifest';
import { strategicMerge } from './strategic-merge';

const generatorSchema = z.strictObject({
  name: z.string(),
  behavior: z.enum(['create', 'merge']).default('create'),
  envs: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
  literals: z.array(z.string()).default([]),
  options: z.strictObject({ disableNameSuffixHash: z.boolean() }).optional(),
});

/** The features of kustomize that our overlays use. Any other member is refused instead of ignored. */
const kustomizationSchema = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string().optional(),
  resources: z.array(z.string()),
  labels: z
    .array(z.strictObject({ pairs: z.record(z.string(), z.string()), includeTemplates: z.literal(true) }))
    .default([]),
  images: z
    .array(
      z.strictObject({
        name: z.string(),
        newName: z.string().optional(),
        newTag: z.string().optional(),
        digest: z.string().optional(),
      }),
    )
    .default([]),
  patches: z
    .array(
      z.strictObject({
        path: z.string(),
        target: z.strictObject({ kind: z.string(), name: z.string().optional() }).optional(),
      }),
    )
    .default([]),
  configMapGenerator: z.array(generatorSchema).default([]),
});
type Kustomization = z.infer<typeof kustomizationSchema>;

/**
 * The objects of a kustomization, as `kubectl kustomize` renders them, without the hashes in the names of generated
 * ConfigMaps. We render them here because CI has no kustomize binary and no maintained npm package contains one. `node
 * infra/deploy/k8s/compare.mjs` compares the two renderings on a machine with kubectl.
 */
export function renderKustomization(folder: string): Manifest[] {
  const kustomization = kustomizationSchema.parse(parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')));
  const resources = kustomization.resources.flatMap((path) =>
    statSync(join(folder, path)).isDirectory()
      ? renderKustomization(join(folder, path))
      : readManifests(join(folder, path)),
  );
  const generated = kustomization.configMapGenerator.reduce(
    (all, generator) => withConfigMap(all, generator, folder),
    resources,
  );
  const patched = kustomization.patches.reduce((all, patch) => withPatch(all, patch, folder), generated);
  return patched.map((manifest) => transformed(manifest, kustomization));
}

function readManifests(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as Manifest);
}

function withConfigMap(all: Manifest[], generator: z.infer<typeof generatorSchema>, folder: string): Manifest[] {
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const lines = [
    ...generator.envs.flatMap((path) =>
      text(path)
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#')),
    ),
    ...generator.literals,
  ];
  const data = Object.fromEntries([
    ...lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
    ...generator.files.map((path) => [basename(path), text(path)] as const),
  ]);
  const manifest: Manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: generator.name }, data };
  if (generator.behavior === 'create') return [...all, manifest];
  return all.map((present) =>
    present.kind === 'ConfigMap' && present.metadata.name === generator.name
      ? (strategicMerge(present, { data }) as Manifest)
      : present,
  );
}

function withPatch(all: Manifest[], { path, target }: Kustomization['patches'][number], folder: string): Manifest[] {
  return readManifests(join(folder, path)).reduce((patched, patch) => {
    const { kind, name = '.*' } = target ?? { kind: patch.kind, name: patch.metadata.name };
    const hits = patched.filter(
      (manifest) => manifest.kind === kind && new RegExp(`^(?:${name})$`).test(manifest.metadata.name),
    );
    if (hits.length === 0) throw new Error(`${join(folder, path)} patches no ${kind} ${name}`);
    return patched.map((manifest) =>
      hits.includes(manifest)
        ? ({
            ...strategicMerge(manifest, { ...patch, metadata: { ...patch.metadata, name: manifest.metadata.name } }),
          } as Manifest)
        : manifest,
    );
  }, all);
}

function transformed(manifest: Manifest, { namespace, labels, images }: Kustomization): Manifest {
  const pairs = Object.assign({}, ...labels.map((entry) => entry.pairs)) as Record<string, string>;
  const metadata = {
    ...(namespace === undefined || manifest.kind === 'Namespace' ? {} : { namespace }),
    ...(labels.length === 0 ? {} : { labels: pairs }),
  };
  const template =
    isPodOwner(manifest) && labels.length > 0 ? { spec: { template: { metadata: { labels: pairs } } } } : {};
  return withImages(strategicMerge(manifest, { metadata, ...template }), images) as Manifest;
}

const isPodOwner = ({ spec }: Manifest): boolean => isTree(spec) && 'template' in spec;

function withImages(value: unknown, images: Kustomization['images']): unknown {
  if (Array.isArray(value)) return value.map((entry) => withImages(entry, images));
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'image' && typeof member === 'string' ? imageOf(member, images) : withImages(member, images),
    ]),
  );
}

function imageOf(image: string, images: Kustomization['images']): string {
  const change = images.find(({ name }) => name === image);
  if (change === undefined) return image;
  return `${change.newName ?? image}${change.newTag === undefined ? '' : `:${change.newTag}`}${change.digest === undefined ? '' : `@${change.digest}`}`;
}
