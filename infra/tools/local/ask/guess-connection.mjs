/**
 * The connection whose label and example questions share most with the question, for people who name none: pairs of
 * characters for Chinese, words for English.
 * @param {string} question
 * @param {{ name: string, label: string, examples: string[] }[]} connections a name may occur more than once (one per
 * language)
 * @returns {string} a name; the first one when nothing is shared
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
