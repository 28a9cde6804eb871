import type { ColumnRef } from '@querent/contracts';
import type { Facts } from './facts';

const AMOUNT = new Set(['amount', 'total', 'value', 'sum', 'amt', 'gross']);
const AMOUNT_ZH = /^(?:总|总计|合计)?(?:金额|总额|额|价|款|总价)$/u;

/**
 * The amount column that is named after its rows: the invoice amount, 订单金额. The size of an invoice is this amount. Null
 * if there is none, or several.
 */
export function ownAmount(facts: Facts, thing: string): ColumnRef | null {
  const names = [facts.model.tables[thing]?.label, facts.model.entities[thing]?.label];
  const english = new Set(names.flatMap((label) => wordsOf(label?.en)));
  const chinese = names.flatMap((label) => (label?.zh ? [label.zh] : []));
  const isOwn = (ref: ColumnRef): boolean => {
    const { label } = facts.column(ref) ?? {};
    const words = wordsOf(label?.en).filter((word) => !english.has(word));
    const rest = chinese.find((name) => label?.zh?.startsWith(name) === true);
    const isOwnInChinese = rest !== undefined && AMOUNT_ZH.test(label?.zh?.slice(rest.length) ?? '');
    return (
      isOwnInChinese ||
      (words.length > 0 && words.length < wordsOf(label?.en).length && words.every((word) => AMOUNT.has(word)))
    );
  };
  const [only, ...more] = facts.columns(thing).filter((ref) => facts.role(ref) === 'measure' && isOwn(ref));
  return only && more.length === 0 ? only : null;
}

const wordsOf = (label: string | undefined): string[] =>
  label
    ?.toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word !== '') ?? [];
