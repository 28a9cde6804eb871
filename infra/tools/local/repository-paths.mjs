import { fileURLToPath } from 'node:url';

/** The checkout's top folder, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/**
 * Everything that running locally leaves behind: packages, data, charts, stamps. Git-ignored; may be deleted at any
 * time.
 */
export const stateFolder = process.env.QUERENT_STATE_DIR ?? `${repositoryRoot}/.querent`;
