import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { findOnPath, provideSystemPackages } from './system-packages.mjs';

/**
 * Chromium for tests of pages: the one on PATH, or Debian's, which is fetched from the system's packages. Both use the
 * same fetched fonts and never the system's, so that a page has the same widths on every machine. `env` makes the
 * program find its libraries and these fonts. Fontconfig writes its cache below XDG_CACHE_HOME, which the caller sets.
 * @returns {Promise<{ command: string, env: Record<string, string> }>}
 * @throws with the names of the packages to install
 */
export async function provideChromium() {
  const [program, fonts] = await Promise.all([provideProgram(), provideFonts()]);
  return { command: program.command, env: { ...program.env, FONTCONFIG_FILE: `${fonts.root}/fonts.conf` } };
}

/** Chromium without the windows of a desktop, which tests do not need and which take processor time for each page. */
const program = 'chromium-headless-shell';

async function provideProgram() {
  const installed = findOnPath(program) ?? findOnPath('chromium');
  if (installed) return { command: installed, env: {} };
  const { root, env } = await provideSystemPackages({
    name: program,
    packages: [program, 'chromium-common'],
    hint:
      `install ${program}: tests of pages run in it. Debian 12 and 13 have the package; Ubuntu has not, so there a ` +
      '`chromium` on PATH is needed.',
  });
  return { command: `${root}/usr/lib/chromium/${program}`, env };
}

/** WenQuanYi Micro Hei for Chinese (5 MB, Noto CJK has 90), and Liberation, with the widths of Arial, for Latin. */
function provideFonts() {
  // A changed configuration needs another folder.
  const version = createHash('sha256').update(fontsConfiguration).digest('hex').slice(0, 12);
  return provideSystemPackages({
    name: `fonts-${version}`,
    packages: ['fonts-wqy-microhei', 'fonts-liberation'],
    finish: (root) => writeFileSync(`${root}/fonts.conf`, fontsConfiguration),
    hint: 'tests of pages need the fonts of fonts-wqy-microhei and fonts-liberation, which Debian and Ubuntu have.',
  });
}

/** Latin fonts by the names that pages and Chromium use. Other characters have only one font. */
const latinFonts = {
  'sans-serif': 'Liberation Sans',
  sans: 'Liberation Sans',
  'system-ui': 'Liberation Sans',
  Arial: 'Liberation Sans',
  Helvetica: 'Liberation Sans',
  serif: 'Liberation Serif',
  'Times New Roman': 'Liberation Serif',
  monospace: 'Liberation Mono',
  'Courier New': 'Liberation Mono',
};

/** The folder is relative to this file, so that the tree can be moved. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${Object.entries(latinFonts)
  .map(([name, font]) => `  ${aliasOf(name, font)}`)
  .join('\n')}
  <match>
    <edit name="family" mode="append_last"><string>Liberation Sans</string></edit>
  </match>
</fontconfig>
`;

function aliasOf(name, font) {
  return `<alias binding="same"><family>${name}</family><prefer><family>${font}</family></prefer></alias>`;
}
