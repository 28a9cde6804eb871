import type { Run } from '@querent/client';
import type { ReactElement } from 'react';
import { useFormats } from '../../i18n/use-messages';
import { useAmounts } from '../amounts';
import { Facts } from '../facts';
import { useTexts } from '../texts';

/** What a run has cost. */
export function Work({ run: { usage, cache } }: { run: Run }): ReactElement {
  const { run: words } = useTexts();
  const { number } = useFormats();
  const { duration } = useAmounts();
  return (
    <section aria-labelledby="work">
      <h2 id="work">{words.usage}</h2>
      <Facts
        facts={[
          [words.total, duration(usage.totalMs)],
          [words.databaseTime, duration(usage.dbMs)],
          [words.models, number(usage.llmCalls)],
          [
            words.tokens,
            usage.llmCalls === 0 ? null : `${number(usage.promptTokens)} + ${number(usage.completionTokens)}`,
          ],
          [words.modelTime, usage.llmCalls === 0 ? null : duration(usage.llmMs)],
          [words.cache, words.cacheLevel[cache.level]],
        ]}
      />
    </section>
  );
}
