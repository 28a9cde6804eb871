import { CLINIC } from './fixture/clinic';
import { FARM } from './fixture/farm';
import { modelOf } from '@querent/model/fixture';
import { SHOP } from './fixture/shop';
import { BARE_TRANSIT } from './fixture/transit';
import { wholeUnits } from './fixture/units-text';
import { openNames } from './find/open-names';

describe('names as the model writes them', () => {
  it.each([
    [CLINIC, 'patient', 'thing t_pat (exact)'],
    [CLINIC, '病人', 'thing t_pat (exact)'],
    [CLINIC, '患者', 'thing t_pat (exact)'],
    [CLINIC, 'ＰＡＴＩＥＮＴ', 'thing t_pat (exact)'],
    [CLINIC, '賬單', 'thing t_inv (exact)'],
    [CLINIC, 'cost of the stay', 'measure t_stay.cost (exact)'],
    [CLINIC, 'bed occupancy', 'metric occupancy (exact)'],
    [CLINIC, '长住患者', 'term long_stay (exact)'],
    [CLINIC, 'floor', 'attribute t_ward.flr (exact)'],
    [FARM, 'season', 'filter season (exact)'],
    [FARM, 'weight', 'measure animals.weight_kg (exact)'],
    [FARM, '体重', 'measure animals.weight_kg (exact)'],
    [FARM, '体重(公斤)', 'measure animals.weight_kg (exact)'],
    [FARM, '供貨商', 'thing suppliers (exact)'],
    [BARE_TRANSIT, 'repair order', 'thing repair_order (exact)'],
    [BARE_TRANSIT, 'trip log', 'thing tripLog (exact)'],
    [BARE_TRANSIT, 'triplog', 'thing tripLog (physical)'],
    [BARE_TRANSIT, 'fare amt', 'measure tripLog.fare_amt (exact)'],
  ])('finds a name in any case, width and script: %#', (model, text, unit) => {
    expect(wholeUnits(model, text)).toContain(unit);
  });

  it.each([
    [CLINIC, 'male', 'value t_pat.sex = m (exact)'],
    [CLINIC, '女', 'value t_pat.sex = f (exact)'],
    [CLINIC, '已结', 'value t_inv.st = settled|write off (exact)'],
    [CLINIC, '5a', 'value t_stay.kind = 5A (exact)'],
    [CLINIC, '"North Wing"', 'value t_ward.ward_nm = North Wing (exact)'],
    [CLINIC, '写 off', undefined],
    [FARM, 'a12', 'value animals.ear_tag = A12 (exact)'],
    [FARM, 'C-3', 'value animals.ear_tag = C-3 (exact)'],
    [FARM, '上海市', 'value suppliers.region = 上海市 (exact)'],
    [FARM, '007', 'value fields.field_code = 007 (exact)'],
    [FARM, '“dairy cow”', 'value species.name = dairy cow (exact)'],
  ])('finds a stored value: %#', (model, text, unit) => {
    expect(wholeUnits(model, text)).toEqual(unit === undefined ? [] : expect.arrayContaining([unit]));
  });

  it.each([
    [CLINIC, 'patients', 'thing t_pat (inflected)'],
    [FARM, 'cats', 'value species.name = cat (inflected)'],
    [FARM, 'species', 'thing species (exact)'],
    [FARM, 'dairy cows', 'value species.name = dairy cow (inflected)'],
    [BARE_TRANSIT, 'repair orders', 'thing repair_order (inflected)'],
  ])('finds a name in the singular and the plural: %#', (model, text, unit) => {
    expect(wholeUnits(model, text)).toContain(unit);
  });

  it.each([
    [CLINIC, "the patient's sex", []],
    [CLINIC, "patient's sex", ['attribute t_pat.sex (inflected)']],
    [CLINIC, "patients' home city", ['attribute t_pat.city (inflected)']],
    [CLINIC, '患者的性别', ['attribute t_pat.sex (inflected)']],
    [CLINIC, '病人性别', ['attribute t_pat.sex (inflected)']],
    [CLINIC, 'sex of the patients', ['attribute t_pat.sex (inflected)']],
    [FARM, 'region of the suppliers', ['attribute suppliers.region (inflected)']],
    [FARM, 'region of each supplier', []],
    [FARM, 'region of each animal', []],
  ])('finds a name beside its owner: %#', (model, text, units) => {
    expect(wholeUnits(model, text)).toEqual(units);
  });

  it('keeps a thing and its event separate units', () => {
    expect(wholeUnits(CLINIC, 'patients born')).toEqual([]);
    expect(wholeUnits(FARM, 'fields opened')).toEqual([]);
    expect(wholeUnits(SHOP, 'orders shipped')).toEqual([]);
  });

  it('prefers the stored value with the exact spelling', () => {
    const model = modelOf({ people: 'id integer, surname text = Adam|Adams' });
    expect(wholeUnits(model, 'adams')).toEqual(['value people.surname = Adams (exact)']);
    expect(wholeUnits(model, 'adam')).toEqual(['value people.surname = Adam (exact)']);
  });

  it('a stored value that is grammar, a letter or a number is expensive', () => {
    const model = modelOf({ sites: 'id integer, state text = IN|OR|CA|check|B|17' });
    const costs = ['in', 'or', 'ca', 'check', 'b', '17'].map((text) => openNames(model).unitsIn(text)[0]?.cost);
    expect(costs).toEqual([0.5, 0.5, 0, 0, 0.5, 0.6]);
  });

  it('reserves the names of an entry with a configuration error', () => {
    const model = modelOf(
      { jobs: 'id integer, pay numeric' },
      { metrics: { wage: { label: { zh: '薪资', en: 'wage' }, expression: 'avg(jobs.wages)' } } },
      { mistakes: true },
    );
    expect(wholeUnits(model, 'wage')).toEqual(['reserved (exact)']);
    expect(wholeUnits(model, '薪资')).toEqual(['reserved (exact)']);
  });

  it('prefers an entity over its source tables', () => {
    const model = modelOf(
      { a: 'id integer, title text, city text = Leeds', b: 'id integer, title text' },
      {
        tables: { a: { label: { en: 'first register' } }, b: { label: { en: 'second register' } } },
        entities: {
          shop: {
            label: { en: 'shop' },
            sources: ['a', 'b'],
            match: 'a.title = b.title',
            fields: { title: ['a.title', 'b.title'], city: 'a.city' },
          },
        },
      },
    );
    expect(wholeUnits(model, 'city')).toEqual(['attribute shop.city (exact)', 'attribute a.city (exact)']);
    expect(wholeUnits(model, 'Leeds')).toEqual(['value shop.city = Leeds (exact)', 'value a.city = Leeds (exact)']);
  });
});
