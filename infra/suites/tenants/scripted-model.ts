import type { CompiledQuery, JobKey, Outcome, Run, StageFunction } from '@querent/contracts';

type Writing = (run: Run) => Outcome;

/** Replaces the generator's stage for the next run, as a manipulated language model might. */
export class ScriptedModel {
  private next: Writing | null = null;
  /** Values that the last exploration returned. */
  seen: unknown = null;

  /** The next run gets this statement. @param width number of columns */
  writes(sql: string, width: number): void {
    this.next = () => ({
      event: 'generated',
      patch: { compiled: statement(sql, width), error: null },
      steps: [{ kind: 'generated', message: 'A statement was written' }],
    });
  }

  /** The next run explores stored values with this statement, and then gets a harmless one. */
  explores(sql: string): void {
    this.next = (run) => {
      this.next = ({ data }) => {
        this.seen = data.reasoning?.explorations ?? null;
        return { event: 'generated', patch: { compiled: statement('SELECT count(*) FROM customer', 1) }, steps: [] };
      };
      const explorations = [
        { sql, state: 'wanted' as const, columns: [], values: [], truncated: false, cached: false, error: null },
      ];
      return {
        event: 'exploration_needed',
        patch: { reasoning: { ...(run.data.reasoning ?? emptyReasoning), explorations } },
        steps: [],
      };
    };
  }

  /** Discards a script that its run did not use, so that it does not affect another run. */
  forget(): void {
    this.next = null;
  }

  readonly around =
    (job: JobKey, stage: StageFunction): StageFunction =>
    async (run, signal) => {
      const writing = job === 'generate' || job === 'reason' ? this.next : null;
      if (writing === null) return stage(run, signal);
      this.next = null;
      return writing(run);
    };
}

const emptyReasoning = { fallback: null, promptVersion: null, draft: null };

const statement = (sql: string, width: number): CompiledQuery => ({
  source: 'model',
  sql,
  params: [],
  probes: [],
  columns: Array.from({ length: width }, (_, i) => ({
    key: `c${i + 1}`,
    label: `value ${i + 1}`,
    role: 'text' as const,
  })),
});
