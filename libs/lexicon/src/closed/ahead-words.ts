/** Words in the name of a time that lies ahead when its row is written: what is due, planned or booked. */
const AHEAD =
  /(?<![a-z])(?:due|planned|plan|scheduled|schedule|booked|booking|expected|expiry|expires?|expiration|deadline|appointment|reservation|target|promised|estimated|valid until|maturity)(?![a-z])|应付|应还|应缴|到期|截止|计划|预定|预约|预计|预订|有效期|约定|排期/iu;

/** Whether one of the names is of a time that lies ahead. */
export function isAhead(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && AHEAD.test(name.replaceAll('_', ' ')));
}
