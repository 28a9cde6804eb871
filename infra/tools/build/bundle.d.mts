import type { BuildOptions } from 'esbuild';

export const repositoryRoot: string;
export const bundleOptions: BuildOptions;
