import { rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { provideChromium } from './chromium.mjs';
import { makeTemporaryFolder } from './server-process.mjs';

/** Names of other machines do not resolve, so that no test depends on the network or sends anything to it. */
const localOnly = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/**
 * Starts a headless Chromium with Playwright's driver, which listens on 127.0.0.1. `url` is the address for
 * `chromium.connect` of playwright-core. Everything that the browser writes is in `dir`: its profile, caches of fonts,
 * crash reports and what it would write below the user's home. When this process is killed, the pipe between driver and
 * Chromium closes, and Chromium ends.
 */
export async function startChromiumServer() {
  const { command, env } = await provideChromium();
  const dir = makeTemporaryFolder('chromium');
  // Playwright creates the profile in the folder for temporary files. No option of its names another one.
  process.env.TMPDIR = dir;
  // A process of Chromium may still create a file during the removal.
  const cleanUp = () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  try {
    const server = await chromium.launchServer({
      executablePath: command,
      host: '127.0.0.1',
      // The sandbox does not work for root, nor from a folder that root did not install. Tests open only their own pages.
      chromiumSandbox: false,
      // Without its crash handler (--disable-crashpad-for-testing) Debian's Chromium loads no page. Nothing is uploaded.
      args: [localOnly],
      env: { ...process.env, ...env, ...privateFolders(dir), DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    });
    const url = server.wsEndpoint();
    const browser = server.process();
    return {
      url,
      port: Number(new URL(url).port),
      dir,
      pid: browser.pid,
      exited: new Promise((resolve) => browser.once('exit', resolve)),
      kill: () => server.kill(),
      async stop() {
        await server.close();
        cleanUp();
      },
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

const privateFolders = (dir) => ({
  HOME: dir,
  XDG_CONFIG_HOME: `${dir}/config`,
  XDG_CACHE_HOME: `${dir}/cache`,
  XDG_DATA_HOME: `${dir}/data`,
  XDG_RUNTIME_DIR: dir,
});
