import type { Choice, PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { provideNearWords, provideSenses } from '@querent/lexicon';
import { modelOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

/** Patients without a model file: only the names in the database identify things. */
const PATIENTS = modelOf(
  {
    patients: 'id integer, name text = Ann|Bo, home_address text, mailing_address text, landline text, mobile text',
    nations: 'code text, title text, inhabitants integer, founded integer',
    states: 'code text, title text, inhabitants integer, founded integer',
    films: 'id integer, title text, director text, producer text, city text, street text',
    visits: 'id integer, patient_id integer > patients, visited_on date, fee numeric',
  },
  null,
);

const NEAR = ['landline\ttelephone\t', 'mobile\ttelephone\tdevice', 'nation\tcountry\t', 'fee\tcharge\t'].join('\n');
const SENSES = ['电话\ttelephone', '收费\tcharge'].join('\n');

const planOf = (question: string, choices: Choice[] = [], model = PATIENTS): PlanResult =>
  planQuestion({ question, locale: detectLocale(question), model, today: '2026-11-23', timezone: 'UTC', choices });

/** The question to the asker and its options; null if nothing is asked. */
const asked = (question: string, choices: Choice[] = []): string | null => {
  const plan = planOf(question, choices);
  if (plan.kind !== 'ambiguous') return null;
  const { trigger, key, options } = plan.ambiguity;
  return `${trigger} ${key}: ${options.map(({ label }) => label).join(' / ')}`;
};

describe('a word that may mean several parts of a database without a model file', () => {
  beforeAll(() => {
    provideNearWords(() => NEAR);
    provideSenses(() => SENSES);
  });
  afterAll(() => {
    provideNearWords(() => null);
    provideSenses(() => null);
  });

  it.each([
    // A word that is the last word of two names.
    [
      'which patients wrote to us that their address was wrong again',
      'ambiguous_term unknown:address: patients home address / patients mailing address',
    ],
    // A dictionary sense of two names.
    [
      'which patients complained that their telephones ring all night',
      'ambiguous_term unknown:telephones: patients landline / patients mobile',
    ],
    ['早饭前吵过架的patients的电话', 'ambiguous_term unknown:电话: patients的landline / patients的mobile'],
    // A verb may refer to persons related to a thing, or to its places.
    ['who praised the films before breakfast again', 'ambiguous_term unknown:praised: films director / films producer'],
    ['films that quarrelled over their location again', 'ambiguous_term unknown:location: films city / films street'],
    // Two tables with the same columns.
    [
      'which country quarrelled with its neighbours before breakfast',
      'ambiguous_term unknown:country: nations / states',
    ],
  ])('“%s” asks which part the word means', (question, expected) => {
    expect(asked(question)).toBe(expected);
  });

  it.each([
    // Only one part has the sense.
    'which visits quarrelled over the charge before breakfast',
    // The name is exact.
    'which patients wrote to us that their home address was wrong again',
    // No name is similar.
    'which patients quarrelled with the weather before breakfast',
  ])('“%s” does not ask what a word means', (question) => {
    expect(asked(question)).toBeNull();
  });

  it('a word that was asked about once is not asked about again', () => {
    const question = 'which patients wrote to us that their address was wrong again';
    const plan = planOf(question);
    if (plan.kind !== 'ambiguous') throw new Error('is not asked about');
    const { key, options } = plan.ambiguity;
    const choices = [{ key, value: options[1]?.value ?? '', label: options[1]?.label ?? '' }];
    expect(planOf(question, choices).kind).toBe('unsupported');
  });
});
