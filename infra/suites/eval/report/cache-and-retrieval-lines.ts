import { plain, shareWithCounts, table } from './markdown';
import type { Report } from './report';

/** Results of pairs through the product, and by its keys in comparison with similarity alone. */
export function pairLines({ pairs }: Report): string[] {
  if (pairs === null) return [];
  const { asked, keys } = pairs;
  return [
    '',
    '## Pairs: what the cache shares',
    '',
    ...(asked === null
      ? []
      : [
          'Asked through the product, the second question of a pair after the first, in a cache that holds nothing else.',
          '',
          ...table(
            ['', 'wrong hits', 'right hits', 'right hits where both are answered'],
            [['all', asked], ...Object.entries(asked.byWhy)].map(([why, figures]) => {
              const { falseHits, trueHits, trueHitsWhenAnswered } = figures as typeof asked;
              return [
                why as string,
                shareWithCounts(falseHits),
                shareWithCounts(trueHits),
                shareWithCounts(trueHitsWhenAnswered),
              ];
            }),
          ),
          ...asked.verdicts
            .filter(({ same, level }) => !same && level !== 'none')
            .flatMap(({ a, b, connection, level, why }) => [
              '',
              `- **wrong hit (${level})**, ${connection}, ${why}: “${a}” and “${b}”`,
            ]),
        ]),
    ...(keys === null
      ? []
      : [
          '',
          `By the product's keys alone, ${keys.pairs} pairs; beside it likeness of the questions alone at the same threshold.`,
          '',
          ...table(
            ['', 'wrong hits', 'right hits'],
            [
              ['the gate', keys.gate],
              ['likeness alone', keys.cosineAlone],
            ].map(([name, hits]) => {
              const { falseHits, falsePairs, trueHits, truePairs } = hits as typeof keys.gate;
              return [name as string, `${falseHits}/${falsePairs}`, `${trueHits}/${truePairs}`];
            }),
          ),
          '',
          `Where the planner covers both questions: ${keys.planned.trueHits} right hits of ${keys.planned.truePairs}.`,
          ...keys.examplesOfFalseHits.map(
            ({ a, b, why, kind }) => `- **wrong hit (${kind})**, ${why}: “${a}” and “${b}”`,
          ),
        ]),
  ];
}

/** Recall of tables and columns, in comparison with plain BM25. */
export function retrievalLines({ retrieval }: Report): string[] {
  if (retrieval === null) return [];
  const { merged, rows, identifiedByWords } = retrieval;
  const cells = (figures: (typeof rows)[number]['finder']) =>
    [figures.tablesAt1, figures.tablesAt3, figures.tablesAt5, figures.tablesAt10, figures.columnsAt20].map((value) =>
      plain(value),
    );
  return [
    '',
    '## Retrieval',
    '',
    `Share of the needed tables and columns among the first k. Merged: ${merged.databases} databases in one schema of ${merged.tables} tables and ${merged.columns} columns.`,
    '',
    ...table(
      ['over', 'language', 'questions', 'by', 'tables@1', '@3', '@5', '@10', 'columns@20'],
      rows.flatMap(({ over, lang, questions, finder, bm25 }) => [
        [over, lang, questions, 'the product', ...cells(finder)],
        [over, lang, questions, 'plain BM25', ...cells(bm25)],
      ]),
    ),
    '',
    `Merged, the words of ${identifiedByWords.questions} of the ${identifiedByWords.of} English questions tell their database from the others: no other has in its names and comments all that their own has. Tables@5 of these: ${plain(identifiedByWords.finder.tablesAt5)}.`,
  ];
}
