import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedderFiles } from './embedder-files';
import { glossed, parseGlosses, wordsOf } from './gloss';

describe('cutting Chinese into words', () => {
  const small = new Map(['北京', '北京大学', '大学', '学生', '生', '人数', '的'].map((word) => [word, word]));

  it.each([
    ['北京大学生', ['北京大学', '生']],
    ['北京学生', ['北京', '学生']],
    ['学生的人数', ['学生', '的', '人数']],
    ['龘学生', ['龘', '学生']],
    ['', []],
  ])('cuts %s by the longest known word', (run, words) => {
    expect(wordsOf(run, small)).toEqual(words);
  });
});

describe('glossing', () => {
  const table = parseGlosses(readFileSync(join(embedderFiles().folder, 'glosses.tsv'), 'utf8'));

  it.each([
    ['各医院的医生人数', 'each hospital doctor'],
    ['圖書館', 'library'],
    ['天气 forecast', 'weather forecast'],
    ['how many doctors', 'how many doctors'],
    ['三把椅子', 'chair'],
    ['ＷＩＦＩ', 'wifi'],
  ])('puts %s into English', (text, expected) => {
    expect(glossed(text, table)).toContain(expected);
    expect(glossed(text, table)).not.toMatch(/\p{Script=Han}/u);
  });

  it('leaves particles and unknown characters out', () => {
    expect(glossed('的了吗龘', table)).toBe('');
  });
});
