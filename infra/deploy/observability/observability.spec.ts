import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { measureRuns } from '@querent/saga';
import { Registry } from 'prom-client';
import { autoscalingQueries } from '../k8s/checks/autoscaling-mistakes';
import { serviceEnvironments } from '../k8s/checks/service-environments';
import { renderKustomization } from '../k8s/kustomize/render';
import { dashboards, type Dashboard } from './dashboards';
import { queryMistakes, shownLabelMistakes } from './query-mistakes';
import { exportedMetrics, type ExportedMetrics } from './exported-metrics';
import { othersMetrics } from './others-metrics';
import { alertRules, recordedSeries, recordingRules, testedAlerts, unloadedRuleFiles } from './rules';

describe('dashboards and alerts', () => {
  const exported = exportedMetrics();
  const scraped: ExportedMetrics = new Map([...exported, ...othersMetrics]);
  const known: ExportedMetrics = new Map([...scraped, ...recordedSeries()]);
  const all = dashboards();
  const rules = alertRules();
  const runbook = readFileSync(`${__dirname}/../../docs/operate/runbook.md`, 'utf8').split(/^## /m).slice(1);

  it.each(all.map((dashboard) => [dashboard.title, dashboard] as const))(
    '“%s” queries only metrics that are exported or recorded',
    (_, dashboard) => {
      const mistakes = targetsOf(dashboard).flatMap(({ panel, expr, legendFormat }) =>
        [...queryMistakes(expr, known), ...shownLabelMistakes(legendFormat, expr, known)].map(
          (mistake) => `${panel}: ${mistake}`,
        ),
      );
      expect(mistakes).toEqual([]);
    },
  );

  it('panels.mjs lists every panel of every dashboard, with its unit and queries', () => {
    const listed = execFileSync(process.execPath, [`${__dirname}/panels.mjs`], { encoding: 'utf8' });
    for (const { title, panels } of all) {
      for (const text of [
        title,
        ...panels.map((panel) => panel.title),
        ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ])
        expect(listed).toContain(text);
    }
  });

  it('every panel has a position, a unit, and the selected data source', () => {
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(all.length);
    for (const { panels } of all) {
      const drawn = panels.filter(({ type }) => type !== 'row');
      expect(
        drawn.filter(
          ({ fieldConfig, targets, datasource }) =>
            !fieldConfig?.defaults.unit || !targets?.length || datasource?.uid !== '${datasource}',
        ),
      ).toEqual([]);
      const overlap = (a: Dashboard['panels'][number]['gridPos'], b: Dashboard['panels'][number]['gridPos']): boolean =>
        a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
      expect(
        panels.flatMap((a, at) =>
          panels
            .slice(at + 1)
            .filter((b) => overlap(a.gridPos, b.gridPos) || a.id === b.id)
            .map((b) => `${a.title} / ${b.title}`),
        ),
      ).toEqual([]);
      expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    }
  });

  it('recording rules query exported or recorded metrics, and every file of rules is loaded', () => {
    expect(
      recordingRules().flatMap(({ record, expr }) =>
        queryMistakes(expr, known).map((mistake) => `${record}: ${mistake}`),
      ),
    ).toEqual([]);
    expect(unloadedRuleFiles()).toEqual([]);
  });

  it('the bucket of a second, which the service level of answers counts, exists', async () => {
    const registry = new Registry();
    measureRuns(registry);
    expect(await registry.metrics()).toMatch(
      /querent_question_seconds_bucket\{le="1",outcome="succeeded",cache="none",reader="planner"\} 0/,
    );
  });

  it('each alert of a service level has tests in which it fires, at each of its windows, and one in which it is silent', () => {
    const tested = testedAlerts();
    const levels = rules.filter(({ expr }) => expr.includes('slo:querent_burn_rate'));
    expect(levels).toHaveLength(6);
    for (const { alert, labels } of levels) {
      expect([...(tested.get(`${alert} ${labels['window']}`) ?? [])]).toEqual(['fires']);
      expect([...(tested.get(alert) ?? [])]).toEqual(['silent']);
    }
  });

  it('alerts query exported or recorded metrics, and each has a section in the runbook', () => {
    expect(
      rules.flatMap(({ alert, expr, annotations: { summary, description } }) =>
        [...queryMistakes(expr, known), ...shownLabelMistakes(`${summary} ${description}`, expr, known)].map(
          (mistake) => `${alert}: ${mistake}`,
        ),
      ),
    ).toEqual([]);
    expect(runbook.map((paragraph) => paragraph.split('\n')[0])).toEqual([...new Set(rules.map(({ alert }) => alert))]);
    for (const paragraph of runbook)
      expect(paragraph).toMatch(/\*\*Means\.\*\* .+\n\n\*\*Check\.\*\* .+\n\n\*\*Do\.\*\* /);
    for (const { alert, labels, annotations } of rules) {
      // The anchor of a heading is its text in lower case: the section exists, as compared above.
      expect(annotations.runbook_url).toBe(
        `{{ $externalLabels.runbooks }}infra/docs/operate/runbook.md#${alert.toLowerCase()}`,
      );
      expect(['page', 'ticket']).toContain(labels.severity);
    }
  });

  it('an alert reports the absence of every service', () => {
    const away = rules.find(({ alert }) => alert === 'QuerentServiceAway');
    const absent = [...(away?.expr ?? '').matchAll(/absent\(querent_build_info\{service="([\w-]+)"\}\)/g)];
    expect(absent.map(([, name]) => name)).toEqual(Object.keys(serviceEnvironments));
  });

  it('the runbook names dashboards, panels and lines of logs that exist', () => {
    const page = runbook.join('');
    const matches = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, text]) => String(text));
    const titles = all.map(({ title }) => title.toLowerCase());
    const named = matches(/[Dd]ashboard \*([^*]+)\*/g);
    expect(named.filter((name) => !titles.some((title) => title.includes(name.toLowerCase())))).toEqual([]);
    const panels = all.flatMap((dashboard) => dashboard.panels.map(({ title }) => title));
    expect(matches(/“([^”]+)”/g).filter((title) => !panels.includes(title))).toEqual([]);
    const lines = matches(/\bThe log\b[^.;`]*`([a-z:]+(?: [a-z:]+)+)`/g);
    expect(lines.length).toBeGreaterThan(7);
    const sources = ['apps', 'libs'].flatMap((folder) => sourcesUnder(`${__dirname}/../../../${folder}`)).join('\n');
    expect(lines.filter((line) => !sources.includes(line))).toEqual([]);
  });

  it('every Querent metric is in a dashboard or an alert', () => {
    const shown = [...all.flatMap(targetsOf).map(({ expr }) => expr), ...rules.map(({ expr }) => expr)].join('\n');
    const families = [
      ...new Set(
        [...exported.keys()]
          .filter((name) => name.startsWith('querent_'))
          .map((name) => name.replace(/_(?:bucket|sum|count)$/, '')),
      ),
    ];
    expect(families.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('every metric is in the operators’ page, with its labels', () => {
    const page = readFileSync(`${__dirname}/../../docs/operate/metrics.md`, 'utf8');
    const listed = [...page.matchAll(/^\| `(querent_\w+)` \| (\w+) \| ([^|]+) \|/gm)].map(
      ([, name = '', kind, labels = '']) =>
        `${kind === 'histogram' ? `${name}_count` : name}: ${[...labels.matchAll(/`(\w+)`/g)]
          .map(([, label]) => label)
          .sort()
          .join()}`,
    );
    const ours = [...exported].filter(([name]) => name.startsWith('querent_') && !/_(?:bucket|sum)$/.test(name));
    expect(listed).toEqual(
      ours
        .map(
          ([name, labels]) =>
            `${name}: ${[...labels]
              .filter((label) => !['service', 'job', 'instance', 'namespace'].includes(label))
              .sort()
              .join()}`,
        )
        .sort(),
    );
  });

  it('autoscalers query exported metrics only', () => {
    expect(
      autoscalingQueries(renderKustomization(`${__dirname}/../k8s/overlays/production`)).flatMap((query) =>
        queryMistakes(query, exported),
      ),
    ).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['is no PromQL', 'sum by (stage (rate(querent_stage_seconds_count[5m]))', /no PromQL/],
    [
      'asks for a metric that is not exported',
      'querent_stage_secnds_count',
      /not exported: querent_stage_secnds_count/,
    ],
    [
      'asks for a histogram as if it were a number',
      'rate(querent_stage_seconds[5m])',
      /not exported: querent_stage_seconds$/,
    ],
    ['asks by a label that the metric does not have', 'querent_active_jobs{queue="intent"}', /has no label queue/],
    [
      'asks for a value that the label does not have',
      'querent_queue_jobs{queue="sql-generator-reson"}',
      /has no queue sql-generator-reson/,
    ],
    [
      'groups by a label that the metric does not have',
      'sum by (queue) (querent_active_jobs)',
      /no label queue to group by/,
    ],
    ['counts processes of others', 'max by (instance) (process_open_fds)', /exported by other programs too/],
    ['shows a number that only ever grows', 'sum(querent_llm_retries_total)', /is a counter/],
  ])('a query that %s is a mistake', (_, query, mistake) => {
    expect(queryMistakes(query, exported).join('\n')).toMatch(mistake);
  });

  it('a text that shows a label which the result lacks is a mistake', () => {
    expect(shownLabelMistakes('{{stage}} {{instance}}', 'sum by (stage) (querent_active_jobs)', exported)).toHaveLength(
      1,
    );
    expect(shownLabelMistakes('{{ $labels.stage }}', 'sum(querent_active_jobs)', exported)).toHaveLength(1);
  });
});

const sourcesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/src\/.*(?<!\.spec)\.ts$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

const targetsOf = ({ panels }: Dashboard): { panel: string; expr: string; legendFormat: string }[] =>
  panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ panel: title, ...target })));
