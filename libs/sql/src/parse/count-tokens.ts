/**
 * At least as many as PostgreSQL's lexer finds: each run of letters, digits and signs of names is one, every other sign
 * that is not a blank is one of its own, inside quotes and comments too. Counting there as well keeps a text from
 * hiding anything behind a quote that this and the lexer read differently.
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
