import type { Locale } from '@querent/contracts';
import { demoQuestions } from '../../demo/judge/demo-questions';
import { fixed, median, quantile } from './statistics';

interface Asked {
  question: string;
  connection: string;
  locale: Locale;
}

const ROUNDS = 5;

/**
 * Measures previews of the demo's questions at a gateway over HTTP, one at a time: the first preview of each
 * connection, which builds its lexicon, then all questions in rounds; and the memory of the gateway's process.
 */
export async function benchPreview(gatewayUrl: string): Promise<void> {
  const asked = demoQuestions<Asked>('gold');
  const before = await megabytes(gatewayUrl);
  const connections = [...new Set(asked.map(({ connection }) => connection))];
  const firsts: number[] = [];
  for (const name of connections) {
    const first = asked.find(({ connection }) => connection === name);
    if (first) firsts.push(await previewed(gatewayUrl, first));
  }
  const after = await megabytes(gatewayUrl);
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const latencies: number[] = [];
    for (const one of asked) latencies.push(await previewed(gatewayUrl, one));
    // The first round warms the gateway up.
    if (round > 0) rounds.push(latencies);
  }
  const at = (share: number): string => fixed(median(rounds.map((round) => quantile(round, share))), 1).padStart(7);
  console.log(`\nPreviews over HTTP, ${asked.length} questions of the demo one at a time; median of ${ROUNDS} rounds`);
  console.log(`  p50 ${at(0.5)} ms   p95 ${at(0.95)} ms (aim: ≤ 15)   p99 ${at(0.99)} ms`);
  console.log(`  first preview of ${connections.join(', ')}: ${firsts.map((ms) => fixed(ms, 0)).join(', ')} ms`);
  console.log(
    `  the gateway's memory: ${before} MB before, ${after} MB after the first previews, ${await megabytes(gatewayUrl)} MB at the end`,
  );
}

async function previewed(gatewayUrl: string, { question, connection, locale }: Asked): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${gatewayUrl}/v1/preview`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo', 'content-type': 'application/json' },
    body: JSON.stringify({ question, connection, locale }),
  });
  await response.text();
  if (response.status !== 200) throw new Error(`The preview of “${question}” answered ${response.status}`);
  return performance.now() - started;
}

/** Resident memory of the gateway's process. */
async function megabytes(gatewayUrl: string): Promise<string> {
  const text = await (await fetch(`${gatewayUrl}/metrics`)).text();
  const bytes = Number(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]);
  return fixed(bytes / 1024 / 1024, 0);
}
