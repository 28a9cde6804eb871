import type { Problem, RegisteredModel } from '@querent/catalog';
import { bilingual } from '@querent/language';
import { Registry } from 'prom-client';
import { ConfigurationMistakes } from './configuration-mistakes';

const mistake = (path: string, over: Partial<Problem> = {}): Problem => ({
  file: 'models/shop.yaml',
  path,
  message: bilingual('Unknown key "{key}".{suggestion}', { key: path, suggestion: '' }),
  line: 3,
  entry: true,
  ...over,
});

function open(inFiles: Problem[]) {
  const logged: object[] = [];
  const listeners: (() => void)[] = [];
  const registry = new Registry();
  const files = { now: inFiles };
  const mistakes = new ConfigurationMistakes(
    { problems: () => files.now, onChange: (listener) => (listeners.push(listener), () => undefined) },
    registry,
    { warn: () => undefined, error: (fields) => void logged.push(fields) },
  );
  const resolved = (audience: string, problems: Problem[], found: Problem[]): void =>
    mistakes.resolved(audience, { problems, mistakes: found } as unknown as RegisteredModel);
  const counted = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('querent_configuration_mistakes{'));
  return {
    mistakes,
    resolved,
    counted,
    logged,
    change: (problems: Problem[]) => ((files.now = problems), listeners.forEach((listener) => listener())),
  };
}

describe('ConfigurationMistakes', () => {
  it('counts mistakes by file and by what they disable', async () => {
    const { resolved, counted } = open([
      mistake('terms.a.filter'),
      mistake('', { file: 'agents/x.yaml', entry: undefined }),
    ]);
    resolved('shop@acme', [], [mistake('terms.a.filter'), mistake('metrics.b.expression')]);
    resolved('shop@evil', [], [mistake('terms.a.filter'), mistake('metrics.b.expression')]);
    resolved('crm', [], []);
    expect((await counted()).sort()).toEqual([
      'querent_configuration_mistakes{file="agents/x.yaml",effect="entry"} 0',
      'querent_configuration_mistakes{file="agents/x.yaml",effect="file"} 1',
      'querent_configuration_mistakes{file="models/crm.yaml",effect="entry"} 0',
      'querent_configuration_mistakes{file="models/crm.yaml",effect="file"} 0',
      'querent_configuration_mistakes{file="models/shop.yaml",effect="entry"} 2',
      'querent_configuration_mistakes{file="models/shop.yaml",effect="file"} 0',
    ]);
  });

  it('logs a mistake found with the database once while it lasts, with file, line and correction', () => {
    const { resolved, logged } = open([mistake('terms.a.filter')]);
    resolved('shop', [], [mistake('terms.a.filter'), mistake('metrics.b.expression')]);
    resolved('shop', [], [mistake('terms.a.filter'), mistake('metrics.b.expression')]);
    expect(logged).toEqual([
      {
        file: 'models/shop.yaml',
        path: 'metrics.b.expression',
        line: 3,
        mistake: 'Unknown key "metrics.b.expression".',
        effect: 'entry',
        fix: expect.stringContaining('check-config'),
      },
    ]);
    resolved('shop', [], []);
    resolved('shop', [], [mistake('metrics.b.expression')]);
    expect(logged).toHaveLength(2);
  });

  it('stops counting mistakes when the file is corrected or its connection is removed', async () => {
    const { mistakes, resolved, counted, change } = open([mistake('', { file: 'agents/x.yaml', entry: undefined })]);
    resolved('shop', [mistake('tables.gone', { entry: undefined })], []);
    change([]);
    mistakes.forgotten('shop');
    expect(await counted()).toEqual([]);
  });
});
