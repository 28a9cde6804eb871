import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/**
 * Pupils who are related to each other by two tables of pairs: in one, a key has the name of the pupils, in the other
 * none has.
 */
const PUPILS = modelOf(
  {
    pupils: 'id integer, name text = Ann|Bo, age integer',
    helps: 'pupil_id* integer > pupils, helper_id* integer > pupils',
    backing: 'sponsor_id* integer > pupils, protege_id* integer > pupils',
  },
  null,
);

const shape = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model: PUPILS,
      today: '2026-11-23',
      timezone: 'UTC',
      choices: [],
    }),
  );

describe('things that a table of pairs relates to others of their kind', () => {
  it.each([
    // The helpers of Ann are other pupils than Ann.
    ['the helpers of Ann', 'pupils@helps@helper_id | where some helps(pupils@helps@pupil_id.name=Ann)'],
    ["Ann's sponsors", 'pupils@backing@sponsor_id | where some backing(pupils@backing@protege_id.name=Ann)'],
    [
      'how many helpers does Bo have',
      'pupils@helps@helper_id | count(pupils@helps@helper_id) | where some helps(pupils@helps@pupil_id.name=Bo)',
    ],
    ['helper有哪些叫Ann', 'pupils@helps@helper_id | where pupils@helps@helper_id.name=Ann'],
    [
      'average age of the helpers of Ann',
      'pupils@helps@helper_id | avg(age) | where some helps(pupils@helps@pupil_id.name=Ann)',
    ],
    [
      'how many sponsors does each pupil have',
      'backing | count(backing) | by pupils@backing@protege_id.name, by pupils@backing@protege_id.id',
    ],
    [
      'number of helpers of each pupil',
      'pupils@helps@helper_id | count(pupils@helps@helper_id) | by pupils@helps@pupil_id.name, by pupils@helps@pupil_id.id | where some helps()',
    ],
    [
      'which pupil has the most helpers',
      'pupils@helps@helper_id | count(pupils@helps@helper_id) | by pupils@helps@pupil_id.name, by pupils@helps@pupil_id.id | where some helps()',
    ],
    ['helpers named Ann', 'pupils@helps@helper_id | where pupils@helps@helper_id.name=Ann'],
  ])('a pair is followed from one side to the other: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});
