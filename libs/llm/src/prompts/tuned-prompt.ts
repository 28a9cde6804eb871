import { labelOf, type ModelColumn } from '@querent/model';
import { estimateTokens } from './estimate-tokens';
import { headerOf } from './generate-prompt';
import { meaningParts } from './parts/meaning-parts';
import { metricWords, tablesOfMetric, withParts } from './parts/metric-words';
import { PromptTooLongError, type Prompt, type PromptLimits } from './prompt';
import type { PromptContext } from './prompt-context';
import { fragment, type Fragment } from './parts/prompt-part';
import { promptTexts } from './prompt-texts';
import { factsAbout, hintsFor, type FailedStatement } from './repair-prompt';
import { QUESTION_LENGTH, SQL_LENGTH } from './parts/run-parts';
import { bindingColumns } from './parts/schema-fragments';
import { DETAIL_LEVELS, tableJson, type DetailLevel } from './parts/schema-json';
import { lines, oneLine } from './parts/untrusted-text';

/**
 * The prompt for a model that was fine-tuned on whole schemas: one JSON object `{ instruction, schema, metric_context:
 * { question_context, metric_definition }, user_query }`, with optional `explored_values` and `previous_attempt`. All
 * external content is a JSON string, which it cannot close. If the prompt is too long, all tables lose their values,
 * then their descriptions, then the columns that are neither keys nor named; then tables are dropped from the end of
 * the ranking; last the explored values and the metric definitions.
 * @throws PromptTooLongError if the question alone does not fit
 */
export function tunedPrompt(
  context: PromptContext,
  { maxTokens, failed }: PromptLimits & { failed?: FailedStatement },
): Prompt {
  const { text: instruction, version } = promptTexts.tuned;
  const fixed = [
    ['instruction', JSON.stringify(instruction)],
    ['user_query', JSON.stringify(userQuery(context))],
    ...previousAttempt(context, failed),
  ] as const;
  const frame =
    estimateTokens(instruction) +
    fixed.reduce((sum, [key, json]) => sum + estimateTokens(`"${key}":${json},`), FRAME_TOKENS);
  if (frame > maxTokens) throw new PromptTooLongError(frame, maxTokens);
  const { tables, joins, extras, dropped } = fitToRoom(context, maxTokens - frame);
  const schema = `{"dialect":"postgresql","tables":[${tables.map(({ text }) => text).join(',')}],"joins":[${joins.map(({ text }) => text).join(',')}]}`;
  const members = [
    fixed[0],
    ['schema', schema],
    ...extras.map(({ key, piece }) => [key, piece.text] as const),
    ...fixed.slice(1),
  ] as const;
  const user = `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
  return { system: instruction, user, version, tokens: estimateTokens(instruction) + estimateTokens(user), dropped };
}

/** Braces and keys of the object itself. */
const FRAME_TOKENS = 60;

interface Extra {
  key: string;
  piece: Fragment;
}

interface FittedContents {
  tables: Fragment[];
  joins: Fragment[];
  /** Metric context and explored values. */
  extras: Extra[];
  dropped: string[];
}

function fitToRoom(context: PromptContext, room: number): FittedContents {
  const names = [...new Set([...context.tables, ...Object.keys(context.model.tables)])];
  const extras = extrasOf(context);
  const dropped: string[] = [];
  for (const level of DETAIL_LEVELS) {
    if (level !== 'whole') dropped.push(`schema: ${level}`);
    const whole = contentsAt(context, names, level, extras);
    if (tokensOf(whole) <= room) return { ...whole, dropped };
  }
  const level = 'keys and named columns';
  const count = mostThatFit(
    names.length,
    (tables) => tokensOf(contentsAt(context, names.slice(0, tables), level, extras)) <= room,
  );
  dropped.push(
    ...names
      .slice(Math.max(0, count))
      .reverse()
      .map((name) => `table: ${name}`),
  );
  if (count >= 0) return { ...contentsAt(context, names.slice(0, count), level, extras), dropped };
  for (let count = extras.length - 1; count >= 0; count -= 1) {
    dropped.push(extras[count]?.key ?? '');
    const fewer = contentsAt(context, [], level, extras.slice(0, count));
    if (tokensOf(fewer) <= room) return { ...fewer, dropped };
  }
  return { tables: [], joins: [], extras: [], dropped };
}

/** The largest count up to `most` that fits, by bisection; -1 if none does. */
function mostThatFit(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [-1, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const tokensOf = ({ tables, joins, extras }: Omit<FittedContents, 'dropped'>): number =>
  [...tables, ...joins, ...extras.map(({ piece }) => piece)].reduce((sum, { tokens }) => sum + tokens + 1, 0);

function contentsAt(
  { model, locale, mentioned }: PromptContext,
  names: string[],
  level: DetailLevel,
  extras: Extra[],
): Omit<FittedContents, 'dropped'> {
  const binding = bindingColumns(model);
  const keep = ({ table, name }: ModelColumn): boolean =>
    binding.has(`${table}.${name}`) || mentioned.columns.has(`${table}.${name}`);
  const tables = names.flatMap((name) => {
    const table = model.tables[name];
    return table === undefined ? [] : [tableJson(table, locale, level, keep)];
  });
  const shown = new Set(names);
  const joins = model.joins
    .filter(({ from, to }) => shown.has(from.table) && shown.has(to.table))
    .map(({ from, to }) => fragment(JSON.stringify({ from, to })));
  return { tables, joins, extras };
}

function extrasOf(context: PromptContext): Extra[] {
  const done = context.explorations.filter(({ state }) => state === 'done');
  const explored = done.map(({ sql, columns, values, truncated }) => ({
    sql: oneLine(sql, 1_500),
    columns: columns.map((column) => oneLine(column, 80)),
    values: values.map((row) => row.map((cell) => (cell === null ? null : oneLine(cell, 80)))),
    truncated,
  }));
  return [
    {
      key: 'metric_context',
      piece: fragment(
        JSON.stringify({ question_context: questionContext(context), metric_definition: metricDefinition(context) }),
      ),
    },
    ...(explored.length === 0 ? [] : [{ key: 'explored_values', piece: fragment(JSON.stringify(explored)) }]),
  ];
}

/** The refined question, or the original with its clarifications. */
const userQuery = ({ understood, question, clarifications }: PromptContext): string =>
  understood !== null
    ? lines(understood, QUESTION_LENGTH)
    : [lines(question, QUESTION_LENGTH), ...clarifications.map(({ answer }) => oneLine(answer, 2_000))].join(' | ');

/** Date, strategy, clarifications, and definitions of terms, required filters and entities. */
function questionContext(context: PromptContext): string {
  const meanings = meaningParts(context)
    .filter(({ block, drop }) => block !== 'metrics' && drop === null)
    .map(({ text }) => text.trim());
  const clarified = context.clarifications.map(
    ({ question, answer }) => `${oneLine(question, 2_000)} -> ${oneLine(answer, 2_000)}`,
  );
  const always = context.always.map(
    (condition) => `required filter, unless the question says otherwise: ${oneLine(condition, 2_000)}`,
  );
  const hints = context.hints.map(
    ({ word, table, column, value, how }) =>
      `${oneLine(word, 80)} ${how === undefined ? '=' : 'may be'} ${oneLine(table, 120)}.${oneLine(column, 120)} '${oneLine(value, 80)}'`,
  );
  return [
    headerOf(context),
    ...(context.conversation === null ? [] : [`Earlier question: ${oneLine(context.conversation, QUESTION_LENGTH)}`]),
    ...clarified,
    ...always,
    ...meanings,
    ...hints,
  ].join('\n');
}

/**
 * Definitions of the named metrics with their components; if none is named, of all metrics over the retrieved tables.
 */
function metricDefinition({ model, mentioned, tables, locale }: PromptContext): string {
  const shown = new Set(tables);
  const ids =
    mentioned.metrics.size > 0
      ? [...mentioned.metrics]
      : Object.values(model.metrics)
          .filter((metric) => tablesOfMetric(metric, model).every((table) => shown.has(table)))
          .map(({ id }) => id);
  return withParts(ids, model)
    .flatMap((id) => {
      const metric = model.metrics[id];
      return metric === undefined
        ? []
        : [oneLine(metricWords(metric, model, locale), 600) + requirementsOf(metric.requires, model, locale)];
    })
    .join('\n');
}

function requirementsOf(requires: string[], model: PromptContext['model'], locale: PromptContext['locale']): string {
  if (requires.length === 0) return '';
  const labels = requires
    .map((id) => (model.filters[id] === undefined ? id : labelOf(model.filters[id], locale, id)))
    .join(', ');
  return locale === 'zh' ? `；必须限定 ${oneLine(labels, 240)}` : `; requires ${oneLine(labels, 240)}`;
}

function previousAttempt({ model }: PromptContext, failed?: FailedStatement): [string, string][] {
  if (failed === undefined) return [];
  const { sql, errorClass, fragment: wrong, tried } = failed;
  const hints = hintsFor(failed, model);
  return [
    [
      'previous_attempt',
      JSON.stringify({
        sql: lines(sql, SQL_LENGTH),
        error: oneLine(errorClass, 300),
        wrong_part: wrong === null ? null : oneLine(wrong, 300),
        hints: [...hints.map((hint) => oneLine(hint, 300)), ...factsAbout(`${wrong ?? ''} ${hints.join(' ')}`, model)],
        do_not_repeat: tried.slice(-2).map((before) => oneLine(before, 2_000)),
        rule: 'Repair it: keep every filter, join condition and metric, and parameters such as $1.',
      }),
    ],
  ];
}
