import { JUDGED } from '../fixture/judged-questions';
import { readByWords } from './read-by-words';

describe.each(JUDGED)('what is asked for over %s', (_of, model, judged) => {
  it.each(judged)('“%s” asks for %s, by %s', (question, types, strategies) => {
    const { type, strategy } = readByWords(question, model);
    expect(types.split('/')).toContain(type);
    expect(strategies.split('/')).toContain(strategy);
  });
});
