/**
 * CRC-16/XMODEM of each byte,
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#appendix-a-crc16-reference-implementation-in-ansi-c
 */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/**
 * The slot of a key on a cluster, 0 to 16,383: computed from the text between its first `{` and the next `}`, or from
 * the whole key if that is empty.
 */
export function hashSlot(key: string): number {
  const from = key.indexOf('{');
  const to = from < 0 ? -1 : key.indexOf('}', from + 1);
  let crc = 0;
  for (const byte of Buffer.from(to > from + 1 ? key.slice(from + 1, to) : key))
    crc = ((crc << 8) ^ (TABLE[(crc >> 8) ^ byte] ?? 0)) & 0xffff;
  return crc & 0x3fff;
}
