/** FNV-1a over UTF-16 units in two halves: enough to distinguish a few thousand ids. */
export function digestOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9dc5811c];
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193) >>> 0;
    high = Math.imul(high ^ (text.charCodeAt(at) + at), 0x01000193) >>> 0;
  }
  return low.toString(36) + high.toString(36);
}
