// npm run release [-- --help]
import { spawnSync } from 'node:child_process';
import { bundlePrograms } from '../build/bundle.mjs';

const usage = `Usage: npm run release [-- --dry-run | --verify]

Makes the files of a release in dist/release: the build context of the image, the Helm chart, the client package, a
bill of materials (CycloneDX) and SHA256SUMS. The version is that of package.json. Equal commits give equal bytes: the
time in the files is that of the commit, or SOURCE_DATE_EPOCH.

  --dry-run  makes the files from the tracked files as they are, and lists what a release would refuse
  --verify   makes the files twice, in two temporary folders with other settings, and compares the bytes; then builds
             the product from the image's context alone. Writes nothing below the checkout but dist/tools
  (none)     refuses an uncommitted change, a version without a section of CHANGELOG.md, without a row of
             infra/docs/operate/upgrade.md, without recorded contracts (npm run contracts) or with a tag; then makes
             the files, creates the tag and prints the commands that publish them. Publishes nothing

Exit codes: 0 made; 1 refused, or the bytes differ; 2 wrong arguments.`;

const [option, ...rest] = process.argv.slice(2);
const known = [undefined, '--dry-run', '--verify'];
if (option === '--help' || option === '-h') console.log(usage);
else if (!known.includes(option) || rest.length > 0) {
  console.error(`${usage}\n\nUnknown argument: ${[option, ...rest].join(' ')}`);
  process.exitCode = 2;
} else {
  const [program] = await bundlePrograms('tools/release', ['release']);
  const { status } = spawnSync(process.execPath, [program, ...(option ? [option] : [])], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
