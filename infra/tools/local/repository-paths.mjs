import { fileURLToPath } from 'node:url';

/** The checkout's top folder, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/**
 * The folder for all files of local runs: packages, data, charts, stamps. Git ignores it, and it may be deleted at any
 * time.
 */
export const stateFolder = process.env.QUERENT_STATE_DIR ?? `${repositoryRoot}/.querent`;
