import { createHash } from 'node:crypto';
import { promptTexts } from './prompt-texts';
import { publishedVersions } from './texts/published-versions';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the fixed texts of the prompts', () => {
  it.each(Object.entries(promptTexts))('%s matches the published text of its version', (_, { version, text }) => {
    expect({ version, sha256: sha256(text) }).toEqual({ version, sha256: publishedVersions[version] });
  });

  it.each(Object.entries(promptTexts))('%s begins with a unique version', (_, { version }) => {
    expect(version).toMatch(/^[a-z]+(-[a-z]+)*-\d+$/);
    expect(Object.values(promptTexts).filter((other) => other.version === version)).toHaveLength(1);
  });

  it.each(Object.entries(promptTexts))('%s matches its snapshot', (_, { version, text }) => {
    expect(`${version}\n${text}`).toMatchSnapshot();
  });

  it('a text with one changed letter does not match its published version', () => {
    const { version, text } = promptTexts.generate;
    expect(sha256(text.replace('never', 'Never'))).not.toBe(publishedVersions[version]);
  });
});
