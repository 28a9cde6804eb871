import { existsSync, readdirSync } from 'node:fs';

/**
 * Names of the services of a checkout: the apps that are programs of Node. The console is an app too, but its program
 * (`main.tsx`) runs in browsers.
 * @param {string} repositoryRoot
 */
export function servicesIn(repositoryRoot) {
  return readdirSync(`${repositoryRoot}/apps`).filter((app) => existsSync(`${repositoryRoot}/apps/${app}/src/main.ts`));
}
