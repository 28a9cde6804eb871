import { wordsIn } from './derive/word-list';
import { CLINIC } from './fixture/clinic';
import { FARM } from './fixture/farm';
import { SHOP } from './fixture/shop';
import { BARE_TRANSIT } from './fixture/transit';
import { meaningText } from './fixture/units-text';
import type { NameForm } from './name-form';
import { openNames } from './find/open-names';
import { RULES } from './rules';

const MODELS = { clinic: CLINIC, farm: FARM, shop: SHOP, transit: BARE_TRANSIT };
const NO_NAMES: ReadonlySet<string> = new Set(
  wordsIn(`
    the of a an and or in by is are has how many much number count total each all who which with
    的 和 或 在 按 每 各 有 是 多少 数 数量 个 总 平均 最`),
);
/** Rules that take stored text as written: data may be any word. */
const STORED: ReadonlySet<string> = new Set(['stored', 'storedWord', 'storedNumber', 'storedYear', 'listed']);

const derivedFrom = (forms: readonly NameForm[]): NameForm[] => forms.filter(({ rule }) => !STORED.has(rule));
/** The part that is meant, however it is meant. */
const partOf = ({ meaning }: NameForm): string =>
  'column' in meaning ? `${meaning.column.table}.${meaning.column.column}` : meaningText(meaning);

describe.each(Object.entries(MODELS))('all forms of the names of the model %s', (_, model) => {
  const forms = [...openNames(model).formsOf()];

  it('every form is a word, not grammar, a number or a letter', () => {
    const wrong = derivedFrom(forms).filter(
      ({ phrase }) =>
        phrase.trim() === '' || NO_NAMES.has(phrase) || /^[\d\s.,]+$/.test(phrase) || /^[a-z]$/.test(phrase),
    );
    expect(wrong).toEqual([]);
  });

  it('no form is the label of another part', () => {
    const labels = new Map<string, Set<string>>();
    for (const form of forms) {
      if (form.rule === 'label' || form.rule === 'synonym')
        labels.set(form.phrase, (labels.get(form.phrase) ?? new Set()).add(partOf(form)));
    }
    const taken = derivedFrom(forms)
      .filter((form) => RULES[form.rule].form !== 'exact' && form.rule !== 'physical' && form.rule !== 'abbreviation')
      .filter(
        (form) =>
          form.meaning.type !== 'value' && labels.has(form.phrase) && !labels.get(form.phrase)?.has(partOf(form)),
      );
    expect(taken.map((form) => `${form.phrase}: ${meaningText(form.meaning)}`)).toEqual([]);
  });

  it('a form costs the sum of its rules, and a written name nothing', () => {
    for (const { rule, cost, form } of forms) {
      expect(cost).toBeGreaterThanOrEqual(RULES[rule].cost);
      expect(form).toBe(RULES[rule].form);
      if (rule === 'label' || rule === 'synonym' || rule === 'stored' || rule === 'listed') expect(cost).toBe(0);
    }
  });

  it('each form by itself is found as its part', () => {
    const names = openNames(model);
    const lost = forms.filter(({ phrase, meaning }) => {
      const whole = names.unitsIn(phrase).filter(({ start, end }) => start === 0 && end === phrase.length);
      return !whole.some((unit) => JSON.stringify(unit.meaning) === JSON.stringify(meaning));
    });
    const ended = lost.filter(({ form }) => form !== 'part' && form !== 'typo');
    expect(ended.map(({ phrase, rule }) => `${phrase} (${rule})`)).toEqual([]);
  });

  it('forms have a deterministic order', () => {
    const text = `${forms
      .slice(0, 40)
      .map(({ phrase }) => phrase)
      .join(' ')} custmer 出生日起`;
    expect(openNames({ ...model }).unitsIn(text)).toEqual(openNames(model).unitsIn(text));
  });
});

it('every rule derives a form of some model or is applied during the search', () => {
  const made = new Set(
    Object.values(MODELS).flatMap((model) => [...openNames(model).formsOf()].map(({ rule }) => rule as string)),
  );
  const applied = [
    'plural',
    'storedPlural',
    'owned',
    'source',
    'sourceField',
    'beginning',
    'misspelt',
    'misspeltValue',
    'misspeltShort',
    'glued',
    'sounded',
    'splitVerb',
    // By the table of near words.
    'near',
  ];
  expect(Object.keys(RULES).filter((rule) => !made.has(rule) && !applied.includes(rule))).toEqual([]);
});
