/**
 * A model's text as one plain paragraph, without markdown and line breaks. Linear: each pattern is bounded or a single
 * class.
 */
export function plainSentence(text: string): string {
  return text
    .replace(/!?\[([^\]\n]{0,200})\]\([^)\n]{0,400}\)/gu, '$1')
    .replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*•][ \t]+)/gmu, '')
    .replace(/\*\*|__|`+|~~/gu, '')
    .replace(/(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
