import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const MODEL = modelOf(
  {
    kiosks: 'id integer, name text = Pier|Gate',
    sales: 'id integer, kiosk_id integer > kiosks, sold_on date, amount numeric, qty integer, walked_km numeric',
  },
  {
    tables: {
      kiosks: {
        label: { zh: '售货亭', en: 'kiosk' },
        kind: 'thing',
        columns: { name: { label: { zh: '亭名', en: 'kiosk name' }, role: 'name' } },
      },
      sales: {
        label: { zh: '销售', en: 'sale' },
        kind: 'event',
        columns: {
          sold_on: { label: { zh: '销售日期', en: 'sale date' }, role: 'time' },
          amount: { label: { zh: '金额', en: 'amount' }, role: 'measure' },
          walked_km: { label: { zh: '步行距离', en: 'walked distance' }, role: 'measure' },
          qty: { label: { zh: '件数', en: 'quantity' }, role: 'measure' },
        },
      },
    },
    metrics: {
      takings: { label: { zh: '进账', en: 'takings' }, expression: 'sum(sales.amount)', unit: { zh: '元', en: 'CNY' } },
      walked: { label: { zh: '总步程', en: 'total walk' }, expression: 'sum(sales.walked_km)' },
      spent: { label: { zh: '花销', en: 'outlay' }, expression: 'max(sales.amount)', format: 'currency' },
      pieces: {
        label: { zh: '销量', en: 'pieces sold' },
        expression: 'sum(sales.qty)',
        unit: { zh: '件', en: 'units' },
      },
    },
  },
);

const shape = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model: MODEL,
      today: '2026-11-24',
      timezone: 'UTC',
      choices: [],
    }),
  );

describe('a bound in money', () => {
  it.each(['which kiosks have pieces sold over 9000 yuan', '销量超过9000元的售货亭'])(
    'a bound in money does not apply to a count of pieces: %s',
    (question) => {
      expect(shape(question)).not.toContain('pieces');
    },
  );

  it.each(['which kiosks have takings over 9000 yuan', '进账超过9000元的售货亭'])(
    'a bound in money applies to a metric in money: %s',
    (question) => {
      expect(shape(question)).toContain('takings>9000');
    },
  );

  it('a bound in another unit does not apply', () => {
    expect(shape('which kiosks have a total walk over 100 km')).toContain('walked>100');
  });

  it('a bound in money does not count rows', () => {
    expect(shape('which kiosks have pieces sold over 9000')).toContain('pieces>9000');
  });
});
