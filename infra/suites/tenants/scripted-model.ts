import type { CompiledQuery, JobKey, Outcome, Run, StageFunction } from '@querent/contracts';

type Writing = (run: Run) => Outcome;

/** Stands for a language model in the generator: what it is told to write, the next run's generator concludes. */
export class ScriptedModel {
  private next: Writing | null = null;
  /** Values that the last look brought. */
  seen: unknown = null;

  /** The next statement, as a model might have been talked into it. */
  writes(sql: string, width: number): void {
    this.next = () => ({
      event: 'generated',
      patch: { compiled: statement(sql, width), error: null },
      steps: [{ kind: 'generated', message: 'A statement was written' }],
    });
  }

  /** A look at stored values, and a statement when they have come. */
  looksAt(sql: string): void {
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

  /** What was not written after all must not meet another run. */
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
