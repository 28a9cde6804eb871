/**
 * An upper bound of PostgreSQL's token count: each run of letters, digits and name characters is one token, every other
 * non-blank character is one, also inside quotes and comments. Counting there prevents a text from hiding tokens behind
 * a quote that this function and the lexer read differently.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isWord =
      code > 127 ||
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      (code >= 97 && code <= 122) ||
      code === 95 ||
      code === 36;
    if (isWord ? !inWord : code > 32) tokens += 1;
    inWord = isWord;
  }
  return tokens;
}
