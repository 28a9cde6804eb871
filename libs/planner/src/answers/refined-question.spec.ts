import { detectLocale } from '@querent/language';
import { LIBRARY, SHOP, SIGHTS } from '@querent/model/fixture';
import { planQuestion } from '../plan-question';

describe('the refined question', () => {
  it.each([
    [LIBRARY, 'members with more than 3 loans', 'list of members with more than 3 loans'],
    [LIBRARY, 'members with at least 1 loan', 'list of members with loans'],
    [LIBRARY, 'members with no loans', 'list of members without loans'],
    [LIBRARY, 'books with price between 10 and 20', 'list of books, where price is between 10 and 20'],
    [LIBRARY, 'books over 300 pages', 'list of books, where pages is over 300'],
    [LIBRARY, 'branches in Leeds or York', 'list of branches, where city is Leeds or York'],
    [LIBRARY, 'title of the most expensive book', 'title of books, highest price first, first 1'],
    [LIBRARY, 'number of loans by genre', 'number of loans by genre'],
    [LIBRARY, 'books published before 2000', /^list of books, where publication date is before 2000/],
    [SHOP, 'clients with at least 2 orders', 'list of clients with at least 2 orders'],
    [SHOP, 'clients without refunds', 'list of clients without refunds'],
    [SIGHTS, '评分最高的10个景区', /，按.*从高到低，取前10$/],
  ] as const)('the refined question is a sentence: %#', (model, question, said) => {
    const plan = planQuestion({
      question,
      locale: detectLocale(question),
      model,
      today: '2026-11-21',
      timezone: 'Asia/Shanghai',
      choices: [],
    });
    const text = plan.kind === 'planned' ? plan.refinedQuestion : '';
    if (typeof said === 'string') expect(text).toBe(said);
    else expect(text).toMatch(said);
    expect(text).not.toMatch(/ {2}|_|undefined/);
  });
});
