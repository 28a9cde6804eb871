/**
 * The connection whose label and example questions share the most pieces with the question, if the user names none. The
 * pieces are pairs of characters in Chinese and words in English.
 * @param {string} question
 * @param {{ name: string, label: string, examples: string[] }[]} connections a name may occur more than once (one per
 * language)
 * @returns {string} a name; the first one if no connection shares a piece
 */
export function guessConnection(question, connections) {
  const asked = piecesOf(question);
  const scores = new Map();
  for (const { name, label, examples } of connections) {
    const known = piecesOf([label, ...examples].join('\n'));
    const shared = [...asked].filter((piece) => known.has(piece)).length;
    scores.set(name, (scores.get(name) ?? 0) + shared);
  }
  return [...scores].sort(([, a], [, b]) => b - a)[0][0];
}

function piecesOf(text) {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const characters = text.match(/[\u4e00-\u9fff]+/g) ?? [];
  const pairs = characters.flatMap((run) => [...run].slice(1).map((character, index) => run[index] + character));
  return new Set([...words.map((word) => word.replace(/s$/, '')), ...pairs]);
}
