import { groupings, metricNames, metrics, type Grouping, type MetricName, type MetricValues } from './metrics';
import type { Proportion } from './proportion';
import type { Report } from './report';
import type { Verdict } from './verdict';
import { figures } from './thresholds';
import type { Percentiles } from './latency';

/** The report for a reader: figures first, then every question that did not come to what was expected. */
export function reportMarkdown(report: Report): string {
  return `${[...headLines(report), ...figureLines(report), ...latencyLines(report), ...failureLines(report)].join('\n')}\n`;
}

/** What is printed at the end of a run. */
export function summaryLines(report: Report): string[] {
  return [
    ...(report.complete ? [] : ['Stopped before the end.']),
    ...(report.questions === null ? [] : metricNames.map((name) => [name, report.questions?.overall[name]] as const).filter(([, value]) => (value?.of ?? 0) > 0).map(([name, value]) => `${metrics[name].title.padEnd(24)} ${value === undefined ? '' : shareText(value)}`)),
    ...report.failedThresholds.map(({ name, measured, wanted }) => `✗ ${figures[name].title}: ${measured === null ? 'not measured' : measured.toFixed(3)}, wanted ${wanted}`),
    ...report.remarks,
  ];
}

function headLines(report: Report): string[] {
  const { options, machine } = report;
  const narrowed = [options.connections.length > 0 ? `connections ${options.connections.join(', ')}` : [], options.limit !== null ? `at most ${options.limit} of each set${options.sample === null ? '' : `, sample ${options.sample}`}` : []].flat();
  return [
    '# Evaluation', '',
    `${report.startedAt} to ${report.finishedAt}, on ${report.where}, ${options.concurrency} questions at once, ${machine.processors} processors, load ${machine.load.toFixed(1)} at the end, Node ${machine.node}.`,
    ...(report.complete ? [] : ['', '**Stopped before the end: what follows is of the questions that were done.**']),
    ...(narrowed.length > 0 ? ['', `Narrowed to ${narrowed.join('; ')}.`] : []),
    ...(report.remarks.length > 0 ? ['', ...report.remarks.map((remark) => `- ${remark}`)] : []),
    '', '![Shares with their intervals](chart.svg)', '',
    ...table(['set', 'questions', 'asked', 'digest', 'file'], report.sets.map(({ name, questions, asked, digest, path }) => [name, questions, asked, digest, path])),
    ...(report.failedThresholds.length > 0 ? ['', '## Thresholds that do not hold', '', ...table(['figure', 'measured', 'wanted'], report.failedThresholds.map(({ name, measured, wanted }) => [figures[name].title, measured === null ? 'not measured' : measured.toFixed(4), wanted]))] : []),
  ];
}

function figureLines({ questions }: Report): string[] {
  if (questions === null) return [];
  const measured = metricNames.filter((name) => questions.overall[name].of > 0);
  return [
    '', '## Questions', '',
    ...table(['figure', 'share', 'counts', '95 % interval', 'what'], measured.map((name) => [metrics[name].title, percent(questions.overall[name].share), counts(questions.overall[name]), interval(questions.overall[name]), metrics[name].what])),
    ...(Object.keys(groupings) as Grouping[]).flatMap((grouping) => groupLines(grouping, questions.by[grouping], measured)),
  ];
}

function groupLines(grouping: Grouping, groups: Record<string, MetricValues>, measured: readonly MetricName[]): string[] {
  const rows = Object.entries(groups).map(([group, values]) => [group, ...measured.map((name) => (values[name].of === 0 ? '' : `${percent(values[name].share)} (${counts(values[name])}; ${interval(values[name])})`))]);
  return ['', `### By ${grouping}`, '', ...table([grouping, ...measured.map((name) => metrics[name].title)], rows)];
}

function latencyLines({ latency, usage }: Report): string[] {
  if (latency === null || usage === null) return [];
  const row = (name: string, { samples, p50, p90, p95, p99 }: Percentiles) => [name, samples, ...[p50, p90, p95, p99].map((ms) => (ms === null ? '' : Math.round(ms)))];
  return [
    '', '## Time', '', 'Milliseconds. A stage counts from the end of the one before it, so waiting in its queue is in it. Other work on the machine is in all of them.', '',
    ...table(['', 'runs', 'p50', 'p90', 'p95', 'p99'], [row('asked to answered', latency.endToEnd), ...Object.entries(latency.stages).map(([stage, values]) => row(stage, values))]),
    '', `Language models: ${usage.llmCalls} calls in ${usage.runs} runs, ${usage.promptTokens} prompt tokens, ${usage.completionTokens} completion tokens.`,
  ];
}

function failureLines({ verdicts }: Report): string[] {
  const wrong = verdicts.filter(({ right }) => !right);
  if (wrong.length === 0) return [];
  const answeredWrong = wrong.filter((verdict) => metrics.precision.of(verdict) === false);
  const others = wrong.filter((verdict) => !answeredWrong.includes(verdict));
  return [
    ...section('Answered, and wrong', answeredWrong),
    ...section('Not as expected otherwise', others),
  ];
}

function section(title: string, verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return [];
  return ['', `## ${title} (${verdicts.length})`, '', ...verdicts.flatMap(failure)];
}

function failure({ set, id, connection, question, due, came, sql, run, kind }: Verdict): string[] {
  return [`- **${inline(question)}** — ${set} ${id}, ${connection}, ${kind}`, `  - expected: ${inline(due)}`, `  - came: ${inline(came)}`, ...(sql === null ? [] : [`  - statement: \`${sql.replace(/\s+/g, ' ').replaceAll('`', 'ˋ')}\``]), ...(run === null ? [] : [`  - run: ${run}`])];
}

type Cell = string | number;
function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const line = (cells: readonly Cell[]): string => `| ${cells.map((cell) => inline(String(cell)).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

const inline = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('<', '&lt;').trim();
const percent = (share: number | null): string => (share === null ? '–' : `${(100 * share).toFixed(1)} %`);
const counts = ({ right, of }: Proportion): string => `${right}/${of}`;
const interval = ({ low, high }: Proportion): string => (low === null || high === null ? '–' : `${(100 * low).toFixed(1)} – ${(100 * high).toFixed(1)} %`);
const shareText = (value: Proportion): string => `${percent(value.share).padStart(7)}  (${counts(value)}; ${interval(value)})`;
