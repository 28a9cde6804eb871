import { emptyRunData, type RunData } from '@querent/contracts';
import { shownColumns } from './shown-columns';

const offering = (value: string): RunData => ({
  ...emptyRunData(),
  choices: [{ key: 'value:x', value }] as RunData['choices'],
});

describe('columns whose stored values an option shows', () => {
  it.each([
    ['orders.city=杭州市', ['orders.city']],
    ['value:orders.city=A=B', ['orders.city']],
    ['orders.city!=Oslo', ['orders.city']],
    ['orders.city in Oslo/New York', ['orders.city']],
    ['orders.city not in Oslo', ['orders.city']],
    ['order lines.ship to=Oslo (main.part=x)', ['order lines.ship to']],
    ['orders.city=Oslo & customers.type=VIP', ['orders.city', 'customers.type']],
    ['orders.city=Oslo|orders.region=Oslo', ['orders.city', 'orders.region']],
    ['some orders(orders.city=Oslo)', ['orders.city']],
    ['no orders(orders.city=Oslo,orders.region in a/b)', ['orders.city', 'orders.region']],
    ['some orders>=3(some lines(lines.kind=x,lines.size=y))', ['lines.kind', 'lines.size']],
    ['customers.type=VIP & some orders(orders.city=Oslo)', ['customers.type', 'orders.city']],
    ['attribute:orders.city', []],
    ['metric:revenue', []],
    ['orders.amount>5', []],
    ['none', []],
    ['days:30', []],
  ])('of %s are %j', (value, columns) => {
    expect(shownColumns(offering(value))).toEqual(columns);
  });
});
