import { detectLocale } from '@querent/language';
import { modelOf, shapeOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

const label = (zh: string, en: string, more = {}) => ({ label: { zh, en }, ...more });

/** A ship refers to its master, and has a crew in a table of pairs. */
const YARD = modelOf(
  {
    sailors: 'id integer, name text = Ann|Bo',
    ships: 'id integer, title text = Hull|Mast, master_id integer > sailors',
    crew_places: 'ship_id* integer > ships, sailor_id* integer > sailors',
  },
  {
    tables: {
      sailors: label('水手', 'sailor', { columns: { name: label('姓名', 'name', { role: 'name' }) } }),
      ships: label('船', 'ship', {
        columns: { title: label('船名', 'ship name', { role: 'name' }), master_id: label('船长', 'master') },
      }),
      crew_places: label('编组', 'crew place', {
        columns: { ship_id: label('参与船', 'assigned ship'), sailor_id: label('参与水手', 'assigned sailor') },
      }),
    },
  },
);

const read = (question: string): string => {
  const plan = planQuestion({
    question,
    locale: detectLocale(question),
    model: YARD,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
  });
  return plan.kind === 'ambiguous' ? `asked: ${plan.ambiguity.key}` : shapeOf(plan);
};

it.each([
  // A ship has one master, so several sailors are its crew.
  ['how many ships have three or more sailors', 'ships | count(ships) | where some crew_places()>=3'],
  ['有3个以上水手的船有多少艘', 'ships | count(ships) | where some crew_places()>=3'],
  // Words of the table of pairs state which relation is meant.
  ['至少参与过2艘船的水手有哪些', 'sailors detail | where some crew_places()>=2'],
  [
    'how many ships are assigned to each sailor',
    'crew_places | count(crew_places) | by sailors.name | order measure 0 desc',
  ],
  ['how many ships does each sailor have', 'asked: tie:crew_places'],
  ['每个水手有多少艘船', 'asked: tie:crew_places'],
  ['sailors without ships', 'asked: tie:crew_places'],
])('a relation that the database stores twice: %s', (question, expected) => {
  expect(read(question)).toBe(expected);
});
