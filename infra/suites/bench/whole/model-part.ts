import type { SuiteWorld } from '../../worlds/suite-world';
import { median, quantile } from '../statistics';
import { latenciesOf, rateOf } from '../timing';
import type { Figure } from './figures';
import { columns, cpuOf, Meter } from './meter';
import { openSqlAgent } from './sql-agent';
import type { WarmProduct } from './warm-product';

const IN_FLIGHT = 16;
const WARM_UP = { ms: 5_000 };
const BARE = { ms: 2_000 };
const OWN = { ms: 4_000 };
const SCHEMA = { runs: 30 };

/** Measures a question for a language model beside the agent, on the same model and database. */
export async function openModelPart(product: WarmProduct, { drafted }: SuiteWorld) {
  const agent = openSqlAgent(product.databaseOf(drafted.connection), product.modelUrl);
  const own = (): Promise<unknown> => product.ask(drafted);
  const bare = (): Promise<unknown> => agent.ask(drafted.question);
  const { usage } = await product.ask(drafted);
  if (usage.llmCalls !== 1) throw new Error(`${drafted.question}: ${usage.llmCalls} calls of the model instead of 1`);
  const meter = await Meter.of(product);
  await rateOf(BARE, IN_FLIGHT, bare);
  await rateOf(WARM_UP, IN_FLIGHT, own);
  return {
    async round(): Promise<Figure[]> {
      const agentTimes = await latenciesOf(BARE, bare);
      const ownTimes = await latenciesOf(OWN, own);
      const bareRate = await rateOf(BARE, IN_FLIGHT, bare);
      const { span, result: rate } = await meter.spanOf(() => rateOf(OWN, IN_FLIGHT, own));
      const schema = await latenciesOf(SCHEMA, agent.readSchema);
      return [
        ...figuresOf(agentTimes, ownTimes, bareRate.perSecond, rate.perSecond),
        { part: 'model', row: 'Querent', column: columns.cpu, value: cpuOf(span) / rate.runs },
        { part: 'model', row: 'the agent’s schema look-up', column: 'p50 ms', value: median(schema) },
      ];
    },
    close: () => agent.close(),
  };
}

function figuresOf(bare: number[], own: number[], bareRate: number, rate: number): Figure[] {
  const row = (name: string, latencies: number[], perSecond: number): Figure[] => [
    { part: 'model', row: name, column: 'p50 ms', value: median(latencies) },
    { part: 'model', row: name, column: 'p95 ms', value: quantile(latencies, 0.95) },
    { part: 'model', row: name, column: 'runs/s', value: perSecond },
  ];
  return [
    ...row('LangGraph agent', bare, bareRate),
    ...row('Querent', own, rate),
    { part: 'model', row: 'added', column: 'p50 ms', value: median(own) - median(bare), aim: '≤ 15' },
    { part: 'model', row: 'ratio', column: 'p50 ms', value: median(own) / median(bare) },
    { part: 'model', row: 'ratio', column: 'runs/s', value: rate / bareRate, aim: '≥ 0.5' },
  ];
}
