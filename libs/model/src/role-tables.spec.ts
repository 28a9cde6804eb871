import { carrier, LABELLED } from './fixture/carrier';
import { joinPath } from './join-graph';
import { isKeyLabel, keptIn, withRoles } from './role-tables';

describe('The role tables of a model', () => {
  it('exist for several keys to one table, for keys to the same table, and for join paths of equal length', () => {
    const { tables, joins } = withRoles(carrier());
    const roles = Object.values(tables).flatMap(({ name, role }) => (role ? [[name, role.of, role.key.column]] : []));
    expect(roles).toEqual([
      ['city@shipment@origin_id', 'city', 'origin_id'],
      ['city@shipment@destination_id', 'city', 'destination_id'],
      ['staff@staff@manager_id', 'staff', 'manager_id'],
      ['region@city@shipment@origin_id@region_id', 'region', 'region_id'],
      ['region@city@shipment@destination_id@region_id', 'region', 'region_id'],
    ]);
    const way = joinPath(joins, 'shipment', 'city@shipment@origin_id');
    expect(way.found && way.steps.map(({ fromColumns, fansOut }) => [fromColumns, fansOut])).toEqual([
      [['origin_id'], false],
    ]);
    expect(joinPath(joins, 'shipment', 'city')).toEqual({ found: false, reason: 'ambiguous' });
    expect(joinPath(joins, 'staff', 'staff@staff@manager_id')).toMatchObject({ found: true });
    expect(joinPath(joins, 'city@shipment@origin_id', 'region')).toMatchObject({ found: true });
  });

  it('do not replace the key with the name of the primary key, which joins the table itself', () => {
    const model = carrier();
    const joins = model.joins.map((join) =>
      join.from.columns[0] === 'origin_id' ? { ...join, from: { ...join.from, columns: ['city_id'] } } : join,
    );
    const whole = withRoles({ ...model, joins });
    const way = joinPath(whole.joins, 'shipment', 'city');
    expect(way.found && way.steps.map(({ fromColumns }) => fromColumns)).toEqual([['city_id']]);
    expect(joinPath(whole.joins, 'shipment', 'region')).toMatchObject({ found: true });
    expect(joinPath(whole.joins, 'shipment', 'city@shipment@destination_id')).toMatchObject({ found: true });
  });

  it('are named after the label of their key without its word for a key, with or without the name of the table', () => {
    const { tables } = withRoles(carrier(LABELLED));
    const named = (name: string) => [tables[name]?.label, tables[name]?.synonyms];
    expect(named('city@shipment@origin_id')).toEqual([
      { zh: '始发城市', en: 'origin city' },
      { zh: ['始发', '始发地'], en: ['origin'] },
    ]);
    expect(named('city@shipment@destination_id')).toEqual([
      { zh: '目的地', en: 'destination' },
      { zh: ['目的地城市'], en: ['target', 'destination city', 'target city'] },
    ]);
    expect(tables['staff@staff@manager_id']?.label).toMatchObject({ zh: '经理', en: 'manager' });
  });

  it('have the columns and stored values of the table, with labels of the role', () => {
    const { tables } = withRoles(carrier(LABELLED));
    const columns = tables['city@shipment@origin_id']?.columns ?? {};
    expect(Object.keys(columns)).toEqual(['id', 'name', 'region_id']);
    expect(columns['name']?.label).toEqual({ zh: '始发城市名称', en: 'origin city name' });
    expect(columns['name']?.storedValues).toBe(tables['city']?.columns['name']?.storedValues);
    expect(columns['name']?.table).toBe('city@shipment@origin_id');
  });

  it('do not use a key with the name of the referenced key, which joins the table itself', () => {
    const model = carrier();
    const renamed = (column: string): string => (column === 'origin_id' ? 'id' : column);
    const joins = model.joins.map((join) =>
      join.from.table === 'shipment'
        ? { ...join, from: { ...join.from, columns: join.from.columns.map(renamed) } }
        : join,
    );
    const whole = withRoles({ ...model, joins });
    const way = joinPath(whole.joins, 'shipment', 'city');
    expect(way.found && way.steps.map(({ fromColumns }) => fromColumns)).toEqual([['id']]);
    expect(joinPath(whole.joins, 'shipment', 'region')).toMatchObject({ found: true });
    expect(joinPath(whole.joins, 'shipment', 'city@shipment@destination_id')).toMatchObject({ found: true });
  });

  it('do not change the original model, and are derived once', () => {
    const model = carrier();
    const whole = withRoles(model);
    expect(Object.keys(model.tables)).toEqual(['city', 'region', 'shipment', 'staff']);
    expect(withRoles(model)).toBe(whole);
    expect(withRoles(whole)).toBe(whole);
    expect([keptIn(whole, 'city@shipment@origin_id'), keptIn(whole, 'city')]).toEqual(['city', 'city']);
  });

  it('do not exist if there is one path between two tables, and are at most 200', () => {
    const single = carrier({ tables: { staff: { hidden: true } } }, 1);
    expect(withRoles(single)).toBe(single);
    const many = withRoles(carrier({}, 300));
    expect(Object.values(many.tables).filter(({ role }) => role !== undefined)).toHaveLength(200);
  });

  it.each([
    [{ en: 'manager id' }, true],
    [{ zh: '经理编号' }, true],
    [{ en: 'manager', zh: '经理' }, false],
  ])('have names that depend on whether a label names a key: %j', (label, isKey) => {
    expect(isKeyLabel(label)).toBe(isKey);
  });
});
