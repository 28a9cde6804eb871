import { JUDGED } from '@querent/model/fixture';
import { askedKind } from './asked-kind';

describe.each(JUDGED)('questions that ask for a figure over %s', (_of, model, judged) => {
  it.each(judged)('“%s” asks for %s, by %s', (question, types, strategies) => {
    const { type, strategy } = askedKind(question, model);
    expect(types.split('/')).toContain(type);
    expect(strategies.split('/')).toContain(strategy);
  });
});
