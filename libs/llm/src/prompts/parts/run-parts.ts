import { MAX_EXPLORED_VALUES, type Exploration, type LinkKind } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { withKnownNames } from './known-names';
import type { PromptContext } from '../prompt-context';
import { labelOfMention } from './mentions';
import { fragment, type Part } from './prompt-part';
import { sqlColumn } from './sql-name';
import { lines, oneLine, quoted } from './untrusted-text';

/** Longest text of a kind, in characters. */
export const QUESTION_LENGTH = 4_000;
export const SQL_LENGTH = 8_000;
const ANSWER_LENGTH = 2_000;
const PREFERENCES_LENGTH = 2_000;
const SAMPLE_LENGTH = 1_500;
const CONDITION_LENGTH = 2_000;
const CELL_LENGTH = 80;
const MESSAGE_LENGTH = 300;

/** Blocks of the run: question, clarifications, retrieval results and explored values. */
export function runParts(context: PromptContext): Part[] {
  return [
    ...preferenceParts(context),
    ...alwaysParts(context),
    ...sampleParts(context),
    ...wordParts(context),
    ...hintParts(context),
    ...exploredParts(context),
    ...askedParts(context),
  ];
}

export const part = (block: string, text: string, drop: Part['drop'] = null, what: string = block): Part => ({
  ...fragment(`\n${text}`),
  block,
  drop,
  what,
  needs: [],
});

function askedParts({ conversation, understood, clarifications, question }: PromptContext): Part[] {
  return [
    ...(conversation === null ? [] : [part('earlier question', lines(conversation, QUESTION_LENGTH), 'conversation')]),
    ...(understood === null ? [] : [part('understood', lines(understood, QUESTION_LENGTH), 'understood')]),
    ...clarifications.map((asked) =>
      part(
        'clarifications',
        `asked: ${oneLine(asked.question, ANSWER_LENGTH)}\nanswered: ${oneLine(asked.answer, ANSWER_LENGTH)}`,
      ),
    ),
    part('question', lines(question, QUESTION_LENGTH)),
  ];
}

const preferenceParts = ({ preferences }: PromptContext): Part[] =>
  preferences === null ? [] : [part('preferences', lines(preferences, PREFERENCES_LENGTH), 'preferences')];

/** Never dropped: a statement without them is refused. */
const alwaysParts = ({ always }: PromptContext): Part[] =>
  always.map((condition) => part('always', oneLine(condition, CONDITION_LENGTH)));

const sampleParts = ({ samples }: PromptContext): Part[] =>
  samples.map(({ question, sql }, index) =>
    part(
      'samples',
      `question: ${oneLine(question, SAMPLE_LENGTH)}\nstatement: ${oneLine(sql, SAMPLE_LENGTH)}`,
      'sample',
      String(index + 1),
    ),
  );

/** Business names of things that the question calls otherwise. */
const wordParts = ({ mentioned, model, locale }: PromptContext): Part[] =>
  mentioned.words.flatMap(({ word, kind, id }) => {
    const label = labelOfMention(kind, id, model, locale);
    return label === null || label.toLowerCase() === word
      ? []
      : [
          part(
            'words',
            `${quoted(word, CELL_LENGTH)} may mean the ${KIND_WORDS[kind]} ${oneLine(label, MESSAGE_LENGTH)}`,
            'hint',
            word,
          ),
        ];
  });

const KIND_WORDS = { tables: 'table', columns: 'column', metrics: 'metric', terms: 'term' } as const;

/** Wording per link kind: how certain the match of a stored value is. */
const STORED: Record<LinkKind, string> = {
  exact: 'is stored as',
  form: 'is stored as',
  pinyin: 'may be, by its sound, what is stored as',
  typo: 'may be a slip for what is stored as',
};

const hintParts = ({ hints, tables }: PromptContext): Part[] =>
  hints.map(({ word, table, column, value, how }) => ({
    ...part(
      'hints',
      `${quoted(word, CELL_LENGTH)} ${STORED[how ?? 'exact']} ${quoted(value, CELL_LENGTH)} in ${oneLine(sqlColumn(table, column), MESSAGE_LENGTH)}`,
      'hint',
      word,
    ),
    needs: tables.includes(table) ? [table] : [],
  }));

/** Rows of an exploration that are kept while any later row can be dropped. */
const FIRST_ROWS = 5;

function exploredParts({ explorations, model }: PromptContext): Part[] {
  return explorations.flatMap((exploration, index) => {
    const what = String(index + 1);
    const head = part(
      'explored',
      `statement ${what}: ${oneLine(exploration.sql, SAMPLE_LENGTH)}\n${outcomeOf(exploration, model)}`,
      'explored',
      what,
    );
    if (exploration.state !== 'done') return [head];
    return [
      head,
      ...exploration.values
        .slice(0, MAX_EXPLORED_VALUES)
        .map((row, at) =>
          part(
            'explored',
            `  ${row.map((cell) => (cell === null ? 'null' : quoted(cell, CELL_LENGTH))).join(' | ')}`,
            at < FIRST_ROWS ? 'explored' : 'explored row',
            `${what} row ${at + 1}`,
          ),
        ),
    ];
  });
}

function outcomeOf({ sql, state, columns, values, truncated, error }: Exploration, model: SemanticModel): string {
  if (state === 'failed')
    return `failed: ${oneLine(withKnownNames(error ?? 'no values came back', sql, model), MESSAGE_LENGTH)}`;
  const extent = values.length === 0 ? 'no rows' : `${values.length} rows${truncated ? ', there are more' : ''}`;
  return `values of ${columns.map((column) => oneLine(column, CELL_LENGTH)).join(' | ')} (${extent}):`;
}
