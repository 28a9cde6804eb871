import { plainText } from '@querent/language';
import fc from 'fast-check';
import { CLINIC } from './fixture/clinic';
import { FARM } from './fixture/farm';
import { SHOP } from './fixture/shop';
import { BARE_TRANSIT } from './fixture/transit';
import { openNames } from './find/open-names';

const MODELS = [CLINIC, FARM, SHOP, BARE_TRANSIT];

/** Questions of the models' words, of marks and of any characters. */
function anyText(): fc.Arbitrary<string> {
  const phrases = MODELS.flatMap((model) => [...openNames(model).formsOf()].map(({ phrase }) => phrase));
  const piece = fc.oneof(
    fc.constantFrom(...phrases),
    fc.constantFrom(' ', ' of the ', "'s ", '的', '"', '“', '”', '-', ', ', '(', '12', 'patinet', '😀'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  return fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
}

it('units are spans in reading order, each meaning of a span once', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MODELS), anyText(), (model, written) => {
      const { text } = plainText(written);
      const units = openNames(model).unitsIn(text);
      const seen = new Set<string>();
      for (const [at, unit] of units.entries()) {
        expect(unit.end).toBeGreaterThan(unit.start);
        expect(unit.text).toBe(text.slice(unit.start, unit.end));
        expect(unit.cost).toBeGreaterThanOrEqual(0);
        expect(unit.start).toBeGreaterThanOrEqual(units[at - 1]?.start ?? 0);
        seen.add(`${unit.start} ${unit.end} ${JSON.stringify(unit.meaning)}`);
      }
      expect(seen.size).toBe(units.length);
      expect(openNames(model).unitsIn(text)).toEqual(units);
    }),
    { numRuns: 400 },
  );
});

it('a form costs no more among other words than alone', () => {
  const forms = MODELS.flatMap((model) =>
    [...openNames(model).formsOf()]
      .filter(({ form }) => form === 'exact' || form === 'verbal')
      .map((form) => ({ model, form })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...forms), ({ model, form: { phrase, meaning, cost } }) => {
      const text = `zzyx ${phrase}, zzyx`;
      const found = openNames(model)
        .unitsIn(text)
        .filter(
          (unit) =>
            unit.start === 5 &&
            unit.end === 5 + phrase.length &&
            JSON.stringify(unit.meaning) === JSON.stringify(meaning),
        );
      expect(found.map((unit) => unit.cost <= cost + 1e-9)).toEqual([true]);
    }),
    { numRuns: 400 },
  );
});
