/**
 * The Secrets and ConfigMaps that an installation makes for itself, from the table of infra/deploy/k8s/README.md, as
 * `Kind name` and `Kind name KEY`.
 */
export function toldExternals(page: string): Set<string> {
  const rows = [...page.matchAll(/^\| (Secret|ConfigMap) `([a-z-]+)`(?: \*)? \| ([^|]*) \|/gm)];
  return new Set(
    rows.flatMap(([, kind, name, keys]) => [
      `${kind} ${name}`,
      ...[...String(keys).matchAll(/`([A-Z_]+)`/g)].map(([, key]) => `${kind} ${name} ${key}`),
    ]),
  );
}
