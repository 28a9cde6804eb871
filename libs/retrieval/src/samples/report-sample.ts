import type { SampleBook, SampleScope } from '@querent/catalog';
import type { SemanticModel } from '@querent/semantic';
import { checkStatement } from './check-statement';
import type { FoundSample } from './sample-finder';

/**
 * For those who were shown a sample and found that it does not work with the model as it is: retires it until the model changes.
 *
 * @param sample as it was found
 * @param reason technical; for administrators
 */
export async function reportSample(book: Pick<SampleBook, 'list' | 'retire'>, scope: SampleScope, sample: FoundSample, model: SemanticModel, reason: string): Promise<void> {
  for (const entry of await book.list(scope)) {
    if (entry.status !== 'approved' || entry.question !== sample.question) continue;
    const check = await checkStatement(entry.sql, model);
    if (entry.sql === sample.sql || (check.ok && check.sql === sample.sql)) await book.retire(scope, entry, { modelVersion: model.version, reason });
  }
}
