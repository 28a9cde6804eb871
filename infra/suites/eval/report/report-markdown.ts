import { pairLines, retrievalLines } from './cache-and-retrieval-lines';
import type { Percentiles } from './latency';
import { counts, inline, interval, percent, plain, shareWithCounts, table } from './markdown';
import { groupings, metricNames, metrics, type Grouping, type MetricName, type MetricValues } from './metrics';
import type { Report } from './report';
import { figures } from './thresholds';
import type { Verdict } from './verdict';

/** Groups of single questions are left out. report.json contains them. */
const groupsAtMost = 40;

/** The report in Markdown: figures first, then every failed question. */
export function reportMarkdown(report: Report): string {
  const parts = [headLines, comparisonLines, figureLines, retrievalLines, pairLines, latencyLines, failureLines];
  return `${parts.flatMap((part) => part(report)).join('\n')}\n`;
}

/** The summary that is printed at the end of a run. */
export function summaryLines(report: Report): string[] {
  const { questions, figures: measured, comparison } = report;
  const shares =
    questions === null
      ? []
      : metricNames
          .filter((name) => questions.overall[name].of > 0)
          .map((name) => `${metrics[name].title.padEnd(26)} ${shareWithCounts(questions.overall[name])}`);
  const others = Object.entries(figures).filter(
    ([name]) => !Object.hasOwn(metrics, name) && (measured[name] ?? null) !== null,
  );
  return [
    ...(report.complete ? [] : ['Stopped before the end: what follows is of what was done.']),
    ...shares,
    ...others.map(([name, { title }]) => `${title}: ${plain(measured[name] ?? null)}`),
    ...(comparison === null
      ? []
      : [`Against ${comparison.earlier}: ${comparison.won.length} won, ${comparison.lost.length} lost`]),
    ...report.failedThresholds.map(
      ({ name, measured: value, wanted }) =>
        `✗ ${figures[name].title}: ${value === null ? 'not measured' : plain(value)}, wanted ${wanted}`,
    ),
    ...report.remarks,
  ];
}

function headLines(report: Report): string[] {
  const { options, machine, failedThresholds } = report;
  const narrowed = [
    options.connections.length > 0 ? `connections ${options.connections.join(', ')}` : [],
    options.limit !== null
      ? `at most ${options.limit} of each set${options.sample === null ? '' : `, sample ${options.sample}`}`
      : [],
  ].flat();
  return [
    '# Evaluation',
    '',
    `${report.startedAt} to ${report.finishedAt}, on ${report.where}, ${options.concurrency} at once, ${machine.processors} processors, load ${machine.load.toFixed(1)} at the end, Node ${machine.node}.`,
    ...(report.complete ? [] : ['', '**Stopped before the end: what follows is of what was done.**']),
    ...(narrowed.length > 0 ? ['', `Narrowed to ${narrowed.join('; ')}.`] : []),
    ...(report.remarks.length > 0 ? ['', ...report.remarks.map((remark) => `- ${inline(remark)}`)] : []),
    '',
    '![Shares with their intervals](chart.svg)',
    '',
    ...table(
      ['set', 'questions', 'asked', 'digest', 'file'],
      report.sets.map(({ name, questions, asked, digest, path }) => [name, questions, asked, digest, path]),
    ),
    ...(failedThresholds.length > 0
      ? [
          '',
          '## Thresholds that do not hold',
          '',
          ...table(
            ['figure', 'measured', 'wanted'],
            failedThresholds.map(({ name, measured, wanted }) => [
              figures[name].title,
              measured === null ? 'not measured' : plain(measured),
              wanted,
            ]),
          ),
        ]
      : []),
  ];
}

function comparisonLines({ comparison }: Report): string[] {
  if (comparison === null) return [];
  const change = (before: number | null, after: number | null): string =>
    before === null || after === null ? '' : `${after >= before ? '+' : '−'}${plain(Math.abs(after - before))}`;
  return [
    '',
    `## Against ${comparison.earlier}`,
    '',
    '“Clear”: the two intervals do not overlap.',
    '',
    ...table(
      ['figure', 'before', 'now', 'change', 'clear'],
      [
        ...comparison.metrics.map(({ name, before, after, clear }) => [
          metrics[name].title,
          percent(before),
          percent(after),
          change(before, after),
          clear ? 'yes' : '',
        ]),
        ...comparison.figures.map(({ name, before, after }) => [
          figures[name].title,
          plain(before),
          plain(after),
          change(before, after),
          '',
        ]),
      ],
    ),
    ...(comparison.lost.length > 0
      ? [
          '',
          `### As expected before, and not now (${comparison.lost.length})`,
          '',
          ...comparison.lost.map(
            ({ set, id, question, came }) => `- **${inline(question)}** — ${set} ${id}: ${inline(came)}`,
          ),
        ]
      : []),
    ...(comparison.won.length > 0
      ? [
          '',
          `### As expected now, and not before (${comparison.won.length})`,
          '',
          ...comparison.won.map(({ set, id, question }) => `- **${inline(question)}** — ${set} ${id}`),
        ]
      : []),
  ];
}

function figureLines({ questions }: Report): string[] {
  if (questions === null) return [];
  const measured = metricNames.filter((name) => questions.overall[name].of > 0);
  return [
    '',
    '## Questions',
    '',
    ...table(
      ['figure', 'share', 'counts', '95 % interval', 'what'],
      measured.map((name) => [
        metrics[name].title,
        percent(questions.overall[name].share),
        counts(questions.overall[name]),
        interval(questions.overall[name]),
        metrics[name].what,
      ]),
    ),
    ...(Object.keys(groupings) as Grouping[]).flatMap((grouping) =>
      groupLines(grouping, questions.by[grouping], measured),
    ),
  ];
}

function groupLines(
  grouping: Grouping,
  groups: Record<string, MetricValues>,
  measured: readonly MetricName[],
): string[] {
  const rows = Object.entries(groups).map(([group, values]) => [
    group,
    ...measured.map((name) => shareWithCounts(values[name])),
  ]);
  if (rows.length > groupsAtMost)
    return ['', `### By ${grouping}`, '', `${rows.length} groups; report.json holds them.`];
  return ['', `### By ${grouping}`, '', ...table([grouping, ...measured.map((name) => metrics[name].title)], rows)];
}

function latencyLines({ latency, usage }: Report): string[] {
  if (latency === null || usage === null) return [];
  const row = (name: string, { samples, p50, p90, p95, p99 }: Percentiles) => [
    name,
    samples,
    ...[p50, p90, p95, p99].map((ms) => (ms === null ? '' : Math.round(ms))),
  ];
  return [
    '',
    '## Time and models',
    '',
    'Milliseconds. A stage counts from the end of the one before it, so waiting in its queue is in it. Other work on the machine is in all of them.',
    '',
    ...table(
      ['', 'runs', 'p50', 'p90', 'p95', 'p99'],
      [
        row('asked to answered', latency.endToEnd),
        ...Object.entries(latency.stages).map(([stage, values]) => row(stage, values)),
      ],
    ),
    '',
    `Language models: ${usage.llmCalls} calls in ${usage.runs} runs, ${usage.promptTokens} prompt tokens, ${usage.completionTokens} completion tokens.`,
  ];
}

function failureLines({ verdicts }: Report): string[] {
  const wrong = verdicts.filter(({ right }) => !right);
  const answeredWrong = wrong.filter((verdict) => metrics.precision.of(verdict) === false);
  return [
    ...section('Answered, and wrong', answeredWrong),
    ...section(
      'Not as expected otherwise',
      wrong.filter((verdict) => !answeredWrong.includes(verdict)),
    ),
  ];
}

function section(title: string, verdicts: readonly Verdict[]): string[] {
  return verdicts.length === 0 ? [] : ['', `## ${title} (${verdicts.length})`, '', ...verdicts.flatMap(failure)];
}

function failure({ set, id, connection, kind, question, due, came, sql, run }: Verdict): string[] {
  return [
    `- **${inline(question)}** — ${set} ${id}, ${connection}, ${kind}`,
    `  - expected: ${inline(due)}`,
    `  - came: ${inline(came)}`,
    ...(sql === null ? [] : [`  - statement: \`${sql.replace(/\s+/g, ' ').replaceAll('`', 'ˋ')}\``]),
    ...(run === null ? [] : [`  - run: ${run}`]),
  ];
}
