export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** An object, parsed as far as possible. `cutString`: the text ended within a string. */
export interface LenientObject {
  value: { [key: string]: Json };
  end: number;
  cutString: boolean;
}

const DEEPEST = 6;
const OBJECT_START = /\{\s*(?:["'“”„`]?\w|\/[/*]|$)/y;
const SPACE = /(?:\s|\/\/[^\n]*\n|,(?=\s*,))*/y;
const BARE = /[^\s,:{}[\]"'“”]+/y;
/** What may follow a closing quote; otherwise the quote is an unescaped one within the text. */
const AFTER_MEMBER = /\s*(?:[,，]\s*["'“]?[\w ]{1,40}["'”]?\s*[:：]|[,，]?\s*[}\]]|[,，]?\s*$|[,，]?\s*\/[/*])/y;
const AFTER_ITEM = /\s*(?:,|，|\]|$)/y;
const AFTER_KEY = /\s*[:：]/y;
const END_OF_TEXT = /[\s,，]*$/y;

/**
 * Parses the object at `start` as leniently as its meaning stays certain: curly or single quotes, unescaped quotes, raw
 * newlines, trailing commas, comments, unquoted names, Python constants, a missing end. Null: not an object.
 */
export function lenientObject(text: string, start: number): LenientObject | null {
  OBJECT_START.lastIndex = start;
  if (!OBJECT_START.test(text)) return null;
  const reader = new Reader(text, start);
  const value = reader.object(0);
  return value === null ? null : { value, end: reader.at, cutString: reader.cutString };
}

class Reader {
  cutString = false;

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  object(depth: number): { [key: string]: Json } | null {
    this.at += 1;
    const members: { [key: string]: Json } = {};
    for (;;) {
      this.space();
      if (this.at >= this.text.length) return members;
      if (this.peek() === '}') {
        this.at += 1;
        return members;
      }
      if (this.peek() === ',' || this.peek() === '，') {
        this.at += 1;
        continue;
      }
      const key = this.isQuote() ? this.string(AFTER_KEY) : this.bare();
      this.space();
      if (key === null || !/[:：]/.test(this.peek())) return this.at >= this.text.length ? members : null;
      this.at += 1;
      const value = this.value(depth + 1, AFTER_MEMBER);
      if (value === undefined) return this.at >= this.text.length ? members : null;
      Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
    }
  }

  private array(depth: number): Json[] | undefined {
    this.at += 1;
    const items: Json[] = [];
    for (;;) {
      this.space();
      if (this.at >= this.text.length) return items;
      const character = this.peek();
      if (character === ']') {
        this.at += 1;
        return items;
      }
      if (character === ',' || character === '，') {
        this.at += 1;
        continue;
      }
      const item = this.value(depth + 1, AFTER_ITEM);
      if (item === undefined) return this.at >= this.text.length ? items : undefined;
      items.push(item);
    }
  }

  private value(depth: number, after: RegExp): Json | undefined {
    this.space();
    if (depth > DEEPEST || this.at >= this.text.length) return undefined;
    const character = this.peek();
    if (character === '{') return this.object(depth) ?? undefined;
    if (character === '[') return this.array(depth);
    if (this.isQuote()) return this.string(after);
    const word = this.bare();
    if (word === null) return undefined;
    if (/^(?:null|none|undefined|nil)$/iu.test(word)) return null;
    if (/^(?:true|false)$/iu.test(word)) return word.toLowerCase() === 'true';
    const number = Number(word);
    return Number.isNaN(number) ? undefined : number;
  }

  private string(after: RegExp): string {
    const triple = /^(?:"""|''')/.exec(this.text.slice(this.at, this.at + 3))?.[0];
    if (triple !== undefined) return this.tripleString(triple);
    const opening = this.peek();
    const closers = /["']/.test(opening) ? opening : opening === '`' ? '`' : '"“”„';
    const parts: string[] = [];
    let holdsQuotes = false;
    this.at += 1;
    for (; this.at < this.text.length; this.at++) {
      const character = this.peek();
      if (character === '\\') parts.push(this.escape());
      else if (!closers.includes(character) || !this.follows(after)) {
        holdsQuotes ||= closers.includes(character);
        parts.push(character);
      } else {
        // The last quote of a truncated text may be an unescaped one, such as a quoted name's.
        this.cutString ||= this.follows(END_OF_TEXT) && (holdsQuotes || /[\s(,=<>|]/.test(parts.at(-1) ?? ''));
        this.at += 1;
        return parts.join('');
      }
    }
    this.cutString = true;
    return parts.join('');
  }

  private tripleString(mark: string): string {
    const end = this.text.indexOf(mark, this.at + 3);
    const text = this.text.slice(this.at + 3, end < 0 ? undefined : end);
    this.cutString ||= end < 0;
    this.at = end < 0 ? this.text.length : end + 3;
    return text;
  }

  private escape(): string {
    this.at += 1;
    const character = this.peek();
    if (character !== 'u') return ESCAPES[character] ?? `\\${character}`;
    const code = this.text.slice(this.at + 1, this.at + 5);
    if (!/^[0-9a-f]{4}$/iu.test(code)) return '\\u';
    this.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  private follows(after: RegExp): boolean {
    after.lastIndex = this.at + 1;
    return after.test(this.text);
  }

  private bare(): string | null {
    BARE.lastIndex = this.at;
    const word = BARE.exec(this.text)?.[0] ?? null;
    this.at += word?.length ?? 0;
    return word;
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
  }

  private isQuote(): boolean {
    return /["'“”„`]/.test(this.peek());
  }

  private peek(): string {
    return this.text.charAt(this.at);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\n',
  t: ' ',
  b: '',
  f: '',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  '\n': '\n',
};
