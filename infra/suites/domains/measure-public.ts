import { writeFileSync } from 'node:fs';
import { startPostgres } from '@querent/testing';
import { withModel } from './open-domain';
import { failuresText } from './domains-report';
import type { DomainsFlags } from './measure-domains';
import { playOn } from './play-domain';
import { publicText, type PlayedPublic } from './public-report';
import { publicDomains, type PublicChoice } from './public-sets';

/**
 * Measures the public questions of a folder, and prints and writes the results.
 * @returns whether all questions could be measured
 */
export async function measurePublic(flags: DomainsFlags, choice: PublicChoice): Promise<boolean> {
  const { planner, isWithFailures, isFiguresOnly, json } = flags;
  const { domains, withoutSchema } = publicDomains(choice);
  const postgres = await startPostgres();
  const all: PlayedPublic[] = [];
  try {
    for (const domain of domains) {
      try {
        const played = await playOn(withModel(domain.source, flags.model), () => domain, planner, postgres);
        const lines = [...(isWithFailures ? [failuresText(played)] : []), ...played.problems];
        if (!isFiguresOnly && lines.length > 0) process.stdout.write(lines.map((line) => `${line}\n`).join(''));
        all.push({ set: domain.set, kinds: domain.kinds, played });
      } catch (error) {
        process.stderr.write(
          `${domain.name} cannot be measured: ${error instanceof Error ? error.message : String(error)}\n`,
        );
      }
    }
  } finally {
    await postgres.stop();
  }
  if (withoutSchema > 0) process.stdout.write(`${withoutSchema} questions left out: no file has their schema\n`);
  process.stdout.write(publicText(all));
  if (json !== null) {
    const verdicts = all.map(({ set, kinds, played: { name, verdicts } }) => ({
      set,
      database: name,
      verdicts: verdicts.map((one) => ({ ...one, kind: kinds.get(one.id) })),
    }));
    writeFileSync(json, `${JSON.stringify({ databases: isFiguresOnly ? [] : verdicts }, null, 1)}\n`);
  }
  return all.length === domains.length;
}
