import { piecesOf } from '../pieces';
import { HAN } from './derived-form';

/**
 * What of a name is left behind its owner's: order status → status, 订单状态 → 状态. Undefined where it does not begin so, or
 * too little is left.
 */
export function withoutOwner(name: string, owners: readonly string[]): string | undefined {
  const rests = owners.flatMap((owner) => restBehind(name, owner) ?? []);
  return rests.sort((a, b) => a.length - b.length)[0];
}

function restBehind(name: string, owner: string): string | undefined {
  if (HAN.test(owner)) {
    const rest = name.startsWith(owner) ? name.slice(owner.length).replace(/^的/, '') : '';
    return rest.length >= 2 ? rest : undefined;
  }
  // Most columns are not called after their owners, and cutting names takes most of a large model's time.
  if (name.charAt(0) !== owner.charAt(0)) return undefined;
  const [whole, own] = [piecesOf(name), piecesOf(owner)];
  if (whole.length <= own.length || !own.every(({ key }, at) => key === whole[at]?.key)) return undefined;
  const rest = name.slice(whole[own.length]?.start ?? name.length);
  return rest.length >= 2 ? rest.replace(/^'s /, '') : undefined;
}
