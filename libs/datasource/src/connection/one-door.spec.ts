import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');
/** All but the history, whose database is the installation's, not a customer's. */
const shipped = ['libs', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter(
      (path) =>
        /\.ts$/.test(path) &&
        !/^libs[/\\]history[/\\]/.test(path) &&
        !/\.spec\.ts$|[/\\](fixture|testing|node_modules)[/\\]/.test(path),
    ),
);
const holding = (pattern: RegExp) =>
  shipped
    .filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    .map((path) => path.split(/[/\\]/).at(-1));

describe("access to a customer's database", () => {
  it('only goes through the read-only session and the wire exchange', () => {
    expect(holding(/\bpool\.(connect|query)\(/)).toEqual(['pooled-client.ts']);
    expect(holding(/\btakeClient\(/).sort()).toEqual(['pooled-client.ts', 'read-only-session.ts']);
    expect(holding(/\bclient\.query\((?!exchange\)|behind\))/)).toEqual([]);
  });
});
