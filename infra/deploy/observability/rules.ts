import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ExportedMetrics } from './exported-metrics';

export interface AlertRule {
  alert: string;
  expr: string;
  labels: Record<string, string> & { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

export interface RecordingRule {
  record: string;
  expr: string;
  labels?: Record<string, string>;
}

const folder = `${__dirname}/prometheus`;
const read = (file: string): unknown => parse(readFileSync(`${folder}/${file}`, 'utf8'));

/** The files that `prometheus.yaml` loads, in its order. */
export const ruleFiles = (): string[] => (read('prometheus.yaml') as { rule_files: string[] }).rule_files;

/** All other files of the folder with rules. */
export const unloadedRuleFiles = (): string[] =>
  readdirSync(folder).filter((file) => !['prometheus.yaml', 'alerts.test.yaml', ...ruleFiles()].includes(file));

const rules = (): (AlertRule | RecordingRule)[] =>
  ruleFiles().flatMap((file) =>
    (read(file) as { groups: { rules: (AlertRule | RecordingRule)[] }[] }).groups.flatMap((group) => group.rules),
  );

export const alertRules = (): AlertRule[] => rules().filter((rule): rule is AlertRule => 'alert' in rule);
export const recordingRules = (): RecordingRule[] => rules().filter((rule): rule is RecordingRule => 'record' in rule);

/** The recorded series: each has the label `slo`, of its rule or of the recorded series in its expression. */
export const recordedSeries = (): ExportedMetrics =>
  new Map(recordingRules().map(({ record }) => [record, new Set(['slo'])]));

/** For each alert, and each of its windows, whether tests of `alerts.test.yaml` expect it to fire or to be silent. */
export function testedAlerts(): Map<string, Set<'fires' | 'silent'>> {
  const { tests } = read('alerts.test.yaml') as {
    tests: { alert_rule_test?: { alertname: string; exp_alerts: { exp_labels: Record<string, string> }[] }[] }[];
  };
  const tested = new Map<string, Set<'fires' | 'silent'>>();
  const note = (name: string, what: 'fires' | 'silent'): unknown =>
    tested.set(name, (tested.get(name) ?? new Set<'fires' | 'silent'>()).add(what));
  for (const { alertname, exp_alerts: expected } of tests.flatMap(({ alert_rule_test: own = [] }) => own)) {
    if (expected.length === 0) note(alertname, 'silent');
    for (const { exp_labels: labels } of expected) note(`${alertname} ${labels['window'] ?? ''}`.trim(), 'fires');
  }
  return tested;
}
