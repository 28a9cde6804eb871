import { CLINIC } from './fixture/clinic';
import { FARM } from './fixture/farm';
import { modelOf } from '@querent/model/fixture';
import { SHOP } from './fixture/shop';
import { BARE_TRANSIT } from './fixture/transit';
import { wholeUnits } from './fixture/units-text';
import { openNames } from './find/open-names';

const BILLS = modelOf({ bills: 'id integer, created timestamp, paid_on date' });

describe('names of times', () => {
  it.each([
    ['create time', ['attribute bills.created (inflected)']],
    ['date created', ['attribute bills.created (inflected)']],
    ['date paid', ['attribute bills.paid_on (inflected)']],
    ['unpaid', ['event bills.paid_on not verb (verbal)']],
  ])('finds a time column with a word for time, and negated: %s', (text, units) => {
    expect(wholeUnits(BILLS, text)).toEqual(units);
  });
});

describe('shorter and reordered names', () => {
  it.each([
    [CLINIC, '姓名', 'attribute t_pat.nm (head)'],
    [CLINIC, '患者的姓名', 'attribute t_pat.nm (inflected)'],
    [CLINIC, '账单状态', 'attribute t_inv.st (exact)'],
    [CLINIC, 'status of the invoices', 'attribute t_inv.st (inflected)'],
    [CLINIC, "invoices' status", 'attribute t_inv.st (inflected)'],
    [CLINIC, 'visit category', 'attribute t_stay.kind (inflected)'],
    [CLINIC, '就诊类别', 'attribute t_stay.kind (inflected)'],
    [CLINIC, 'city', 'attribute t_pat.city (physical)'],
    [CLINIC, '占用率', 'metric occupancy (head)'],
    [CLINIC, '住院', 'thing t_stay (head)'],
    [CLINIC, '费用', 'measure t_stay.cost (head)'],
    [SHOP, 'channel', 'attribute orders.channel (physical)'],
    [SHOP, '渠道', 'attribute orders.channel (head)'],
    [SHOP, 'method', 'attribute orders.payment_method (head)'],
    [SHOP, '支付的方式', 'attribute orders.payment_method (inflected)'],
    [SHOP, 'items', 'measure orders.item_count (head)'],
    [SHOP, '商品', 'measure orders.item_count (head)'],
    [SHOP, 'rooms', 'thing rooms (physical)'],
    [FARM, 'yielded', 'measure harvests.yield_qty (verbal)'],
    [FARM, 'type', 'attribute fields.soil (head)'],
    [FARM, 'type', 'attribute harvests.crop_cd (head)'],
    [BARE_TRANSIT, 'department', 'thing tbl_dept (physical)'],
    [BARE_TRANSIT, 'names of departments', 'attribute tbl_dept.dept_nm (inflected)'],
    [BARE_TRANSIT, 'fare amount', 'measure tripLog.fare_amt (physical)'],
    [BARE_TRANSIT, 'employee number', 'attribute tbl_emp.emp_no (physical)'],
    [BARE_TRANSIT, 'trips', 'thing tripLog (head)'],
    [BARE_TRANSIT, 'distance', 'measure tbl_route.dist_km (inflected)'],
    [BARE_TRANSIT, 'address', 'attribute tbl_dept.addr (physical)'],
  ])('finds a part by a shorter or reordered name: %#', (model, text, unit) => {
    expect(wholeUnits(model, text)).toContain(unit);
  });

  it('finds a name beside its owner although it labels another part', () => {
    const label = (zh: string, en: string): object => ({ label: { zh, en } });
    const model = modelOf(
      { trips: 'id integer, a text', stops: 'id integer, b text' },
      {
        tables: {
          trips: { ...label('行程', 'trip'), columns: { a: label('行程状态', 'trip status') } },
          stops: { ...label('站点', 'stop'), columns: { b: label('状态', 'status') } },
        },
      },
    );
    expect(wholeUnits(model, '状态')).toEqual(['attribute stops.b (exact)']);
    expect(wholeUnits(model, 'status')).toEqual(['attribute stops.b (exact)']);
    expect(wholeUnits(model, '行程的状态')).toEqual(['attribute trips.a (inflected)']);
    expect(wholeUnits(model, "trips' status")).toEqual(['attribute trips.a (inflected)']);
  });

  it.each(['number of wards', 'amount of', 'number of orders', 'count', '数量', '是否的吸烟'])(
    'finds no name in words of counting or asking: %s',
    (text) => {
      for (const model of [CLINIC, SHOP, FARM, BARE_TRANSIT]) expect(wholeUnits(model, text)).toEqual([]);
    },
  );
});

describe('events of time columns', () => {
  it.each([
    [CLINIC, 'admissions', 'event t_stay.adm_at noun (verbal)'],
    [CLINIC, 'admitted', 'event t_stay.adm_at verb (verbal)'],
    [CLINIC, 'admits', 'event t_stay.adm_at verb (verbal)'],
    [CLINIC, 'was admitted', 'event t_stay.adm_at verb (verbal)'],
    [CLINIC, 'have been discharged', 'event t_stay.dis_at verb (verbal)'],
    [CLINIC, '入院', 'event t_stay.adm_at verb (verbal)'],
    [CLINIC, 'born', 'event t_pat.dob verb (verbal)'],
    [CLINIC, '出生', 'event t_pat.dob verb (verbal)'],
    [CLINIC, 'due', 'event t_inv.due verb (verbal)'],
    [CLINIC, 'falling due', 'event t_inv.due verb (verbal)'],
    [CLINIC, '到期', 'event t_inv.due verb (verbal)'],
    [CLINIC, 'first visits', 'event t_pat.fst_visit noun (verbal)'],
    [FARM, 'hatched', 'event animals.hatched_on verb (verbal)'],
    [FARM, 'sown', 'event harvests.sowing_dt verb (verbal)'],
    [FARM, 'opened', 'event fields.opened verb (verbal)'],
    [FARM, 'created', 'event suppliers.created_at verb (verbal)'],
    [FARM, 'last logged in', 'event suppliers.last_login_at verb (verbal)'],
    [FARM, '播种', 'event harvests.sowing_dt noun (verbal)'],
    [SHOP, 'hired', 'event staff.hired verb (verbal)'],
    [SHOP, 'new hires', 'event staff.hired noun (verbal)'],
    [SHOP, '新入职', 'event staff.hired verb (verbal)'],
    [SHOP, 'departed', 'event staff.leaving_on verb (verbal)'],
    [SHOP, '登录', 'event staff.last_login verb (verbal)'],
    [SHOP, 'ordered', 'event orders.placed_at verb (verbal)'],
    [SHOP, '下单', 'event orders.placed_at verb (verbal)'],
    [SHOP, 'shipped', 'event orders.shipment_date verb (verbal)'],
    [SHOP, 'were cancelled', 'event orders.cancellation_date verb (verbal)'],
    [SHOP, 'canceled', 'event orders.cancellation_date verb (verbal)'],
    [SHOP, 'signed', 'event contracts.signed verb (verbal)'],
    [SHOP, '签订', 'event contracts.signed verb (verbal)'],
    [SHOP, 'renewed', 'event contracts.renewal verb (exact)'],
    [SHOP, '续签', 'event contracts.renewal verb (exact)'],
    [SHOP, 'expired', 'event contracts.expiry verb (verbal)'],
    [SHOP, 'received', 'event contracts.goods_receipt verb (verbal)'],
    [SHOP, '验收', 'event contracts.goods_receipt noun (verbal)'],
    [SHOP, 'signed up', 'event contracts.signup verb (verbal)'],
    [SHOP, 'opened', 'event rooms.opened_year verb (verbal)'],
    [SHOP, '开业', 'event rooms.opened_year verb (verbal)'],
    [SHOP, 'built', 'event rooms.built verb (exact)'],
    [BARE_TRANSIT, 'arrived', 'event tripLog.arrivalTime verb (verbal)'],
    [BARE_TRANSIT, 'departures', 'event tripLog.departure_time noun (verbal)'],
    [BARE_TRANSIT, 'hired', 'event tbl_emp.hire_dt verb (verbal)'],
    [BARE_TRANSIT, 'completed', 'event repair_order.completion_date verb (verbal)'],
  ])('finds the event of a time column as verb and noun: %#', (model, text, unit) => {
    expect(wholeUnits(model, text)).toContain(unit);
  });

  it.each([
    [SHOP, 'orders'],
    [SHOP, '订单'],
    [CLINIC, 'invoice'],
  ])('keeps the name of a thing from being an event: %#', (model, text) => {
    expect(wholeUnits(model, text).filter((unit) => unit.startsWith('event'))).toEqual([]);
  });

  it('does not take a planned time for the event', () => {
    expect(wholeUnits(SHOP, 'delivered')).toEqual([]);
    expect(wholeUnits(SHOP, '送达')).toEqual([]);
    expect(wholeUnits(SHOP, 'promised deliveries')).toContain('event orders.promised_on noun (verbal)');
  });
});

describe('states of yes/no columns', () => {
  const is = (column: string, form = 'verbal'): string => `flag ${column} true (${form})`;
  const not = (column: string): string => `flag ${column} false (verbal)`;
  it.each([
    [CLINIC, 'smokers', is('t_pat.smoke', 'inflected')],
    [CLINIC, 'non-smoker', not('t_pat.smoke')],
    [CLINIC, 'nonsmokers', not('t_pat.smoke')],
    [CLINIC, 'not a smoker', not('t_pat.smoke')],
    [CLINIC, '不吸烟', not('t_pat.smoke')],
    [CLINIC, '不吸烟的', not('t_pat.smoke')],
    [CLINIC, 'paid', is('t_stay.paid', 'exact')],
    [CLINIC, 'unpaid', not('t_stay.paid')],
    [CLINIC, '已付款', is('t_stay.paid', 'exact')],
    [CLINIC, '未付款', not('t_stay.paid')],
    [CLINIC, '未付的', not('t_stay.paid')],
    [CLINIC, '没有授权', not('t_pat.consent')],
    [FARM, 'inactive', not('animals.is_active')],
    [FARM, 'not active', not('animals.is_active')],
    [FARM, 'non-organic', not('harvests.organic')],
    [FARM, 'unvaccinated', not('animals.vaccinated')],
    [FARM, '未接种疫苗', not('animals.vaccinated')],
    [FARM, '灌溉的', is('fields.irrigated', 'exact')],
    [FARM, 'tax free', 'value suppliers.tax_free = Y (exact)'],
    [FARM, 'not tax free', 'value suppliers.tax_free = N (verbal)'],
    [SHOP, '已支付', is('orders.settled')],
    [SHOP, '未支付', not('orders.settled')],
    [SHOP, '还没支付', not('orders.settled')],
    [SHOP, '礼品', is('orders.gift', 'exact')],
    [SHOP, '非礼品', not('orders.gift')],
    [SHOP, 'part time', not('staff.full_time')],
    [SHOP, '全职', is('staff.full_time', 'exact')],
    [SHOP, 'invalid', not('contracts.is_valid')],
    [SHOP, '无效', not('contracts.is_valid')],
    [SHOP, 'disabled', 'value contracts.active_flag = N (verbal)'],
    [SHOP, 'not archived', 'value contracts.archived = 0 (verbal)'],
    [SHOP, 'with a pool', is('rooms.pool')],
    [SHOP, 'with pools', is('rooms.pool')],
    [SHOP, 'without a pool', not('rooms.pool')],
    [SHOP, '有泳池', is('rooms.pool')],
    [SHOP, '没有泳池的', not('rooms.pool')],
    [SHOP, 'allowing pets', is('rooms.pets')],
    [SHOP, 'pets not allowed', not('rooms.pets')],
    [SHOP, '不允许宠物', not('rooms.pets')],
    [SHOP, 'allow pets', is('rooms.pets')],
    [SHOP, '没有支付', not('orders.settled')],
    [SHOP, '没支付的', not('orders.settled')],
    [SHOP, 'no breakfast', not('rooms.breakfast')],
    [SHOP, '不含早餐', not('rooms.breakfast')],
    [SHOP, '含早餐', is('rooms.breakfast', 'exact')],
    [BARE_TRANSIT, 'cancelled', is('tripLog.isCancelled', 'exact')],
    [BARE_TRANSIT, 'without a license', not('tbl_emp.has_license')],
  ])('finds a yes/no column in both polarities: %#', (model, text, unit) => {
    expect(wholeUnits(model, text)).toContain(unit);
  });

  it('gives each wording of a yes/no column one polarity', () => {
    for (const text of ['unpaid', '未支付', 'without a pool', 'smoker', '无障碍', 'accessible']) {
      for (const model of [CLINIC, SHOP])
        expect(wholeUnits(model, text).filter((unit) => unit.startsWith('flag')).length).toBeLessThanOrEqual(1);
    }
  });
});

describe('names of a model without a file', () => {
  const model = modelOf({
    customerOrders: 'id integer, orderDate date, num_lines integer, order_number integer',
    ref_product_kinds: 'id integer, code text',
    store_visits: 'id integer, at date',
    museum_visits: 'id integer, at date',
  });

  it.each([
    ['orders', ['thing customerOrders (head)']],
    ['ordered', ['event customerOrders.orderDate verb (verbal)']],
    ['lines', ['attribute customerOrders.num_lines (head)', 'measure customerOrders.num_lines (head)']],
    ['product kinds', ['thing ref_product_kinds (head)']],
    ['visits', ['thing store_visits (head)', 'thing museum_visits (head)']],
  ])('finds the short forms of identifiers: %s', (text, units) => {
    const found = wholeUnits(model, text);
    expect(found.length).toBeGreaterThan(0);
    expect(units).toEqual(expect.arrayContaining(found));
  });

  it('a form that only one thing has costs less', () => {
    const cost = (text: string): number | undefined => openNames(model).unitsIn(text)[0]?.cost;
    expect(cost('orders')).toBeLessThan(cost('visits') ?? 0);
  });
});

describe('names of a model that the rules were not written for', () => {
  const model = modelOf(
    {
      account: 'id integer, joint boolean, banking boolean, payment date, exam date, enrolled boolean, arrived boolean',
      award: 'id integer, account_id integer > account, awards integer',
    },
    {
      tables: {
        account: {
          label: { zh: '账户', en: 'bank account' },
          columns: {
            joint: { label: { zh: '是否联名账户', en: 'joint account' } },
            banking: { label: { zh: '网银已开通', en: 'online banking activated' } },
            payment: { label: { zh: '下次还款日', en: 'next payment due date' }, role: 'time' },
            exam: { label: { zh: '风险评估时间', en: 'risk assessment date' }, role: 'time' },
            enrolled: { label: { zh: '是否在读', en: 'currently enrolled' } },
            arrived: { label: { zh: '是否未到', en: 'no-show' } },
          },
        },
        award: { columns: { awards: { label: { zh: '获奖次数', en: 'award count' }, role: 'measure' } } },
      },
      terms: { 沉睡账户: { label: { en: 'dormant bank account' }, filter: 'account.joint' } },
    },
  );

  it.each([
    ['joint', 'flag account.joint true (verbal)'],
    ['非联名', 'flag account.joint false (verbal)'],
    ['网银未开通', 'flag account.banking false (verbal)'],
    ['online banking not activated', 'flag account.banking false (verbal)'],
    ['due', 'event account.payment verb (verbal)'],
    ['next payment due', 'event account.payment noun (verbal)'],
    ['assessed', 'event account.exam verb (verbal)'],
    ['评估', 'event account.exam noun (verbal)'],
    ['enrolled', 'flag account.enrolled true (verbal)'],
    ['not enrolled', 'flag account.enrolled false (verbal)'],
    ['已到', 'flag account.arrived false (verbal)'],
    ['accounts', 'thing account (inflected)'],
    ['获奖', 'measure award.awards (head)'],
    ['dormant', 'term 沉睡账户 (head)'],
    ['沉睡的账户', 'term 沉睡账户 (inflected)'],
  ])('finds the names of an unknown model: %s', (text, unit) => {
    expect(wholeUnits(model, text)).toContain(unit);
  });
});
