import { readFileSync } from 'node:fs';
import { productVersion } from '@querent/platform';
import { makeFiles, releaseFiles } from './make-files';
import { changelogSection, missingForRelease } from './readiness';
import { git } from './tracked-files';
import { verifyRelease } from './verify';

/** Runs from the checkout's top folder; release.mjs describes the options. */
async function main(root: string, option?: string): Promise<number> {
  if (option === '--verify') return verified(root);
  const missing = missingForRelease(root, productVersion);
  if (option === undefined && missing.length > 0) {
    for (const reason of missing) print(reason);
    return 1;
  }
  for (const { name, bytes } of await makeFiles(root, productVersion)) print(`dist/release/${name}  ${bytes} bytes`);
  if (option === '--dry-run') for (const reason of missing) print(`A release would be refused: ${reason}`);
  else tagged(root);
  return 0;
}

function verified(root: string): number {
  const mistakes = verifyRelease(root, productVersion);
  for (const mistake of mistakes) print(mistake);
  if (mistakes.length > 0) return 1;
  print('The files of a release are equal in two folders, and the image builds from its context.');
  return 0;
}

/** Creates the tag and prints what remains to be done by a person with the rights to publish. */
function tagged(root: string): void {
  const tag = `v${productVersion}`;
  const section = changelogSection(readFileSync(`${root}/CHANGELOG.md`, 'utf8'), productVersion) ?? '';
  // Lines of the message that begin with # are headings of the changelog.
  git(root, 'tag', '--annotate', '--cleanup=verbatim', tag, '--message', `Querent ${productVersion}\n\n${section}\n`);
  const { image, chart, client } = releaseFiles(productVersion);
  const target = `REGISTRY/querent:${productVersion}`;
  print(`
Created the tag ${tag}. To publish, with your registry as REGISTRY:

  git push origin ${tag}
  docker build -f infra/deploy/docker/Dockerfile -t ${target} - < dist/release/${image}
  docker push ${target}
  helm push dist/release/${chart} oci://REGISTRY/charts
  npm publish dist/release/${client}

Attach the files of dist/release to the release of the tag, with the section of CHANGELOG.md as its text.
Then raise the version of package.json, and begin the section “Unreleased”.`);
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.cwd(), process.argv[2]).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
