import type { BuildOptions } from 'esbuild';

export function bundleOptionsIn(repositoryRoot: string): BuildOptions;
