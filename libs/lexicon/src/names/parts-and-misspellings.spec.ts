import { CLINIC } from './fixture/clinic';
import { FARM } from './fixture/farm';
import { modelOf } from '@querent/model/fixture';
import { SHOP } from './fixture/shop';
import { BARE_TRANSIT } from './fixture/transit';
import { wholeUnits } from './fixture/units-text';

describe('parts of stored values', () => {
  it.each([
    [FARM, '上海', ['value suppliers.region = 上海市 (part)']],
    [FARM, '浙江', ['value suppliers.region = 浙江省 (part)']],
    [FARM, 'acme', ['value suppliers.name = Acme Ltd (part)', 'value suppliers.name = Acme Seeds Ltd (part)']],
    [FARM, 'acme seeds', ['value suppliers.name = Acme Seeds Ltd (part)']],
    [FARM, 'seeds', ['value suppliers.name = Acme Seeds Ltd (part)']],
    [FARM, '华为', ['value suppliers.name = 华为技术有限公司 (part)']],
    [FARM, '华为技术', ['value suppliers.name = 华为技术有限公司 (part)']],
    [SHOP, 'hale', ['value staff.full_name = Ben Hale (part)', 'value staff.full_name = Ada Hale (part)']],
    [SHOP, 'grace', ['value staff.full_name = Grace Moss (part)']],
    [SHOP, '玩具类', ['value rooms.category = 玩具 (inflected)']],
    [CLINIC, '杭州', ['value t_pat.city = 浙江省杭州市 (part)']],
    [CLINIC, '杭州市', ['value t_pat.city = 浙江省杭州市 (part)']],
    [CLINIC, '浙江', ['value t_pat.city = 浙江省杭州市 (part)']],
    [FARM, 'valley', ['value fields.soil = green valley loam (part)']],
    [FARM, 'green hill', ['value suppliers.name = 青山种业 Green Hill (inflected)']],
    [FARM, '青山种业', ['value suppliers.name = 青山种业 Green Hill (inflected)']],
    [FARM, '华', []],
    [FARM, 'ac', []],
    [FARM, 'ltd', []],
    [CLINIC, 'off', []],
    [FARM, 'clay', ['value fields.soil = clay (exact)']],
    [FARM, 'loam', ['value fields.soil = loam (exact)']],
  ])(
    'part of a stored value names every value that contains it, unless a whole value is named: %#',
    (model, text, units) => {
      expect(wholeUnits(model, text)).toEqual(units);
    },
  );

  it.each([
    [SHOP, '205', ['value rooms.room_code = 205 (exact)']],
    [SHOP, 'a12', ['value rooms.room_code = A12 (exact)']],
    [CLINIC, 'a', ['value t_ward.bldg = A (exact)']],
  ])('a code is found only as a whole: %#', (model, text, units) => {
    expect(wholeUnits(model, text)).toEqual(units);
  });
});

describe('agents', () => {
  it('an agent is not found by the name of its action', () => {
    const model = modelOf({ crew: 'id integer, job text = 搬运工|巡逻员|出纳员' });
    expect(wholeUnits(model, '巡逻')).toEqual([]);
    expect(wholeUnits(model, '巡逻员')).toEqual(['value crew.job = 巡逻员 (exact)']);
    expect(wholeUnits(model, '搬运')).toEqual([]);
  });
});

describe('misspellings', () => {
  it.each([
    [CLINIC, 'pateint', 'thing t_pat (typo)'],
    [CLINIC, 'patinets', 'thing t_pat (typo)'],
    [CLINIC, 'bed ocupancy', 'metric occupancy (typo)'],
    [CLINIC, 'admited', 'event t_stay.adm_at verb (typo)'],
    [CLINIC, 'invoce amout', 'measure t_inv.amt (typo)'],
    [CLINIC, 'invoiceamount', 'measure t_inv.amt (typo)'],
    [FARM, 'live stock', 'thing animals (typo)'],
    [FARM, 'vacinated', 'flag animals.vaccinated true (typo)'],
    [CLINIC, '出生日起', 'attribute t_pat.dob (typo)'],
    [CLINIC, '床位占用律', 'metric occupancy (typo)'],
    [CLINIC, 'huanzhe', 'thing t_pat (typo)'],
    [FARM, 'gong ying shang', 'thing suppliers (typo)'],
    [FARM, 'Shanghai', 'value suppliers.region = 上海市 (typo)'],
    [BARE_TRANSIT, 'departmnt', 'thing tbl_dept (typo)'],
  ])('finds the name nearest to a misspelling: %#', (model, text, unit) => {
    expect(wholeUnits(model, text)).toContain(unit);
  });

  it.each([
    [CLINIC, 'patent'],
    [CLINIC, 'patients sex'],
    [CLINIC, 'flower'],
    [CLINIC, 'pattern'],
    [FARM, 'fielder'],
    [SHOP, 'older'],
    [CLINIC, '床位'],
    [CLINIC, '女性'],
  ])('does not correct a word that exists: %#', (model, text) => {
    expect(wholeUnits(model, text).filter((unit) => unit.includes('typo'))).toEqual([]);
  });

  it('a misspelling costs more than any exact name', () => {
    expect(wholeUnits(FARM, 'loam')).toEqual(['value fields.soil = loam (exact)']);
    expect(wholeUnits(CLINIC, 'cost')).not.toContainEqual(expect.stringContaining('typo'));
  });
});

it('finds the few values with a beginning among the many of another column', () => {
  const names = Array.from(
    { length: 60 },
    (_, n) => `江城${'甲乙丙丁戊己庚辛壬癸'.charAt(n % 10)}${'子丑寅卯辰巳'.charAt(Math.floor(n / 10))}店`,
  );
  const model = modelOf({ shops: `id integer, name text = ${names.join('|')}, city text = 江城市|江城北岸|远山` });
  expect(wholeUnits(model, '江城')).toEqual(
    expect.arrayContaining(['value shops.city = 江城市 (part)', 'value shops.city = 江城北岸 (part)']),
  );
});
