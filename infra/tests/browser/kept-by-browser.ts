import type { Page } from 'playwright-core';

/** Reads everything that the scripts of a page can keep or read in the browser. */
const everything = `(async () => {
  const bases = [];
  for (const { name, version } of await indexedDB.databases()) {
    const base = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of base.objectStoreNames) {
      const reading = base.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => { reading.onsuccess = resolve; });
      bases.push([name, store, reading.result]);
    }
    base.close();
  }
  const cached = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) cached.push([name, asked.url, await (await cache.match(asked)).text()]);
  }
  const workers = (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope);
  return { local: { ...localStorage }, tab: { ...sessionStorage }, cookies: document.cookie, name: window.name,
    history: history.state, bases, cached, workers };
})()`;

export interface KeptByBrowser {
  local: Record<string, string>;
  tab: Record<string, string>;
  cookies: string;
  name: string;
  history: unknown;
  bases: unknown[];
  cached: unknown[];
  workers: string[];
}

/** What a page has kept in the browser: storage, databases, caches, and the cookies that its scripts can read. */
export const keptByBrowser = (page: Page): Promise<KeptByBrowser> => page.evaluate<KeptByBrowser>(everything);
