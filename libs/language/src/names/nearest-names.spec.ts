import { nearestName, nearestNames } from './nearest-names';

it.each([
  ['nmae', ['name', 'nation'], 'name'],
  ['costumers', ['orders', 'customers'], 'customers'],
  ['NAME', ['name'], 'name'],
  ['weather', ['customers', 'orders'], undefined],
  ['城市名', ['省份', '城市名称'], '城市名称'],
])('corrects %s to one known name', (written, known, expected) => {
  expect(nearestName(written, known)).toBe(expected);
});

it.each([
  ['amount', ['total_amount', 'amuont', 'status'], ['amuont', 'total_amount']],
  ['customerName', ['name', 'customer_id', 'born'], ['customer_id', 'name']],
  ['shipment', ['shipments', 'shipment_lines', 'products'], ['shipments', 'shipment_lines']],
  ['城市', ['所属城市', '省份'], ['所属城市']],
  ['xyz', ['name', 'born'], []],
])('finds the names that %s may mean, misspellings before shared words', (written, known, expected) => {
  expect([...nearestNames(written, known)].sort()).toEqual([...expected].sort());
  expect(nearestNames(written, known)[0]).toBe(nearestNames(written, known, 1)[0]);
});
