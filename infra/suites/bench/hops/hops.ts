import type { JobKey } from '@querent/contracts';
import { startChildProgram } from './child-program';

/** The hops of a question without a clarification. */
export const chainJobs = [
  'understand',
  'retrieve',
  'generate',
  'execute',
  'present',
] as const satisfies readonly JobKey[];

/** Starts one process per hop from its bundle. Resolves when all are ready. */
export async function startHops(
  bundle: string,
  redisUrl: string,
  env: Record<string, string> = {},
): Promise<{ stop(): Promise<void> }> {
  const hops = await Promise.all(
    chainJobs.map((job) => startChildProgram(bundle, [job], { REDIS_URL: redisUrl, ...env })),
  );
  return { stop: async () => void (await Promise.all(hops.map((hop) => hop.stop()))) };
}
