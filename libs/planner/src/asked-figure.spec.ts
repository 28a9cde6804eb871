import { JUDGED } from '@querent/model/fixture';
import { questionKind } from './question-kind';

describe.each(JUDGED)('questions that ask for a figure over %s', (_of, model, judged) => {
  it.each(judged)('“%s” asks for %s, by %s', (question, types, strategies) => {
    const { type, strategy } = questionKind(question, model);
    expect(types.split('/')).toContain(type);
    expect(strategies.split('/')).toContain(strategy);
  });
});
