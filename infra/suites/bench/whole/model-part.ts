import type { SuiteWorld } from '../../worlds/suite-world';
import { median, quantile } from '../statistics';
import { latenciesOf, rateOf } from '../timing';
import type { Figure } from './figures';
import { openSqlAgent } from './sql-agent';
import type { WarmProduct } from './warm-product';

const IN_FLIGHT = 16;
const WARM_UP = { ms: 5_000 };
const BARE = { ms: 2_000 };
const OWN = { ms: 4_000 };
const SCHEMA = { runs: 30 };

/** Measures questions for a language model beside the agent, on the same model and database. */
export async function openModelPart(product: WarmProduct, { forTheModel }: SuiteWorld) {
  const [example] = forTheModel;
  if (example === undefined) throw new Error('The world has no question for a language model');
  const question = (n: number) => forTheModel[n % forTheModel.length] ?? example;
  const agent = openSqlAgent(product.databaseOf(example.connection), product.modelUrl);
  const asked = (n: number): Promise<unknown> => product.ask(question(n));
  const drafted = (n: number): Promise<unknown> => agent.ask(question(n).question);
  const { usage } = await product.ask(example);
  if (usage.llmCalls !== 1) throw new Error(`${example.question}: ${usage.llmCalls} calls of the model instead of 1`);
  await rateOf(BARE, IN_FLIGHT, drafted);
  await rateOf(WARM_UP, IN_FLIGHT, asked);
  return {
    async round(): Promise<Figure[]> {
      const bare = await latenciesOf(BARE, drafted);
      const own = await latenciesOf(OWN, asked);
      const bareRate = await rateOf(BARE, IN_FLIGHT, drafted);
      const rate = await rateOf(OWN, IN_FLIGHT, asked);
      const schema = await latenciesOf(SCHEMA, agent.readSchema);
      return [
        ...figuresOf(bare, own, bareRate.perSecond, rate.perSecond),
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
