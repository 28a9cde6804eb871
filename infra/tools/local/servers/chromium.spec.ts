import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const program = resolve(__dirname, 'chromium.mjs');

describe('provideChromium', () => {
  it('names the packages to install on a system without apt', async () => {
    const state = mkdtempSync(`${tmpdir()}/querent-state-`);
    const script = `import { provideChromium } from '${program}'; await provideChromium();`;
    const failed = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PATH: state, QUERENT_STATE_DIR: state, QUERENT_IGNORE_SYSTEM_BINARIES: '1' },
    });
    await expect(failed).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /no apt to fetch it with: (?:install chromium: tests of pages|.*fonts-wqy-microhei)/,
      ),
    });
    rmSync(state, { recursive: true });
  });
});
