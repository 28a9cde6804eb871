/** Words in the name of a role that is an origin or a destination. */
const DIRECTIONS = {
  from: /(?<![a-z])(?:from|origins?|sources?|departures?|departing|departed|starts?|starting|senders?|sending|sent|payers?|givers?|donors?|exporters?|exporting)(?![a-z])|始发|出发|起始|起点|起运|起飞|发货|发送|发件|寄件|寄出|来源|转出|调出|付款|出口/iu,
  to: /(?<![a-z])(?:to|destinations?|arrivals?|arriving|ends?|ending|targets?|receivers?|receiving|recipients?|payees?|importers?|importing)(?![a-z])|目的|终点|到达|抵达|降落|到货|收货|接收|收件|收款|目标|转入|调入|进口/iu,
} as const;

export type Direction = keyof typeof DIRECTIONS;

/** Whether a role with one of these names has the direction: the origin city of a shipment, its 收货仓库. */
export function hasDirection(direction: Direction, ...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && DIRECTIONS[direction].test(name.replaceAll('_', ' ')));
}
