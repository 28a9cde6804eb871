import { isTree, type Tree } from '../../k8s/kustomize/manifest';

/** Values over the chart's defaults, as helm merges them: maps member by member, all else as a whole. */
export function mergedValues(defaults: Tree, values: Tree): Tree {
  return Object.fromEntries(
    [...new Set([...Object.keys(defaults), ...Object.keys(values)])].map((name) => {
      const [below, above] = [defaults[name], values[name]];
      return [name, isTree(below) && isTree(above) ? mergedValues(below, above) : (above ?? below)];
    }),
  );
}
