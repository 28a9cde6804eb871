import { LIBRARY } from '@querent/model/fixture';
import { smallTalk } from './small-talk';

const reply = (text: string, locale: 'zh' | 'en'): string | null => smallTalk(text, { model: LIBRARY, locale });

describe('small talk', () => {
  it.each(['你好', '您好', '大家好', '你好呀！', '早上好', '你好，在吗'])('returns the greeting “%s”', (text) => {
    expect(reply(text, 'zh')).toMatch(/^您好/);
  });

  it.each(['你真好', '好棒', '你厉害', '做得好', '真不错'])('accepts the praise “%s”', (text) => {
    expect(reply(text, 'zh')).toMatch(/谢谢夸奖/);
  });

  it.each(['hello', 'hi there', 'good morning'])('returns the greeting “%s”', (text) => {
    expect(reply(text, 'en')).toMatch(/^Hello/);
  });
});
