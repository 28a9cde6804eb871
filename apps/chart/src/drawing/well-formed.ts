/**
 * Whether a text is well-formed XML as far as an SVG needs it: allowed characters, balanced elements,
 * quoted attributes, escaped text. For the specs; Node has no XML parser of its own.
 */
export function wellFormed(xml: string): boolean {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(xml)) return false;
  const open: string[] = [];
  let at = 0;
  while (at < xml.length) {
    const token = tokenAt(xml, at);
    if (token === null) return false;
    if (token.opens !== undefined) open.push(token.opens);
    if (token.closes !== undefined && open.pop() !== token.closes) return false;
    at = token.end;
  }
  return open.length === 0;
}

interface Token {
  end: number;
  opens?: string;
  closes?: string;
}

const text = /[^<&]+|&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);/y;
const cdata = /<!\[CDATA\[[\s\S]*?\]\]>/y;
const closing = /<\/([\w:-]+)\s*>/y;
const opening = /<([\w:-]+)((?:\s+[\w:-]+="(?:[^"<&]|&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)*")*)\s*(\/?)>/y;

function tokenAt(xml: string, at: number): Token | null {
  for (const pattern of [text, cdata, closing, opening]) {
    pattern.lastIndex = at;
    const match = pattern.exec(xml);
    if (!match) continue;
    const end = at + match[0].length;
    if (pattern === closing) return { end, closes: match[1] };
    if (pattern === opening && match[3] === '') return { end, opens: match[1] };
    return { end };
  }
  return null;
}
