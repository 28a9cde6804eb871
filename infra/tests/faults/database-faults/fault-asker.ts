import type { RunView } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { HttpAsker } from '../../product/http-asker';
import { longQuestions, QUICK, QUICK_ROWS } from './slow-schema';

/** Words of drivers, servers and addresses, and the schema's physical names. */
const TECHNICAL =
  /ECONN|ENOTFOUND|127\.0\.0\.1|localhost|postgres|terminat|password|authenticat|walker|\brole\b|\bSSL\b|\bTLS\b|socket|statement|select|FATAL|client|57P0\d|57014|08006|53300|28P01|3D000|slow_cd|kind_cd|slow_sale/i;

const IN_CHINESE: Record<string, string> = { [QUICK]: '各品类的销售数', [longQuestions.sleeping]: '各慢类的平均重量' };

/** Outcome of a question to a failing database. */
export interface Failed {
  /** Error code of the run or of the refusal, or the trigger of a clarification. */
  code: string;
  text: string;
  /** Time from the submission to the end, ms. */
  ms: number;
}

/** A client without technical rights, whose questions are expected to fail in business language. */
export class FaultAsker extends HttpAsker {
  /** @throws when the question does not fail, or its texts are not in business language */
  async failed(connection: string, question: string = QUICK, language: 'en' | 'zh' = 'en'): Promise<Failed> {
    const started = performance.now();
    const asked = {
      question: language === 'zh' ? (IN_CHINESE[question] ?? question) : question,
      connection,
      cache: 'bypass' as const,
    };
    const { status, body } = await this.call<RunView & { code?: string; detail?: string }>('/v1/queries', asked, {
      prefer: 'wait=30',
    });
    const run = status === 202 || status === 200 ? await this.ended(body) : body;
    const ms = performance.now() - started;
    const { error, clarification } = run;
    const [code, text] =
      status >= 400
        ? [body.code, body.detail]
        : [error?.code ?? clarification?.trigger, error?.message ?? clarification?.question];
    if (code === undefined || text === undefined) throw new Error(`it did not fail: ${JSON.stringify(run)}`);
    const texts = JSON.stringify([text, error, clarification, run.steps, run.attempts, run.answer]);
    if (TECHNICAL.test(texts)) throw new Error(`technical words: ${TECHNICAL.exec(texts)?.[0]} in ${texts}`);
    if (/[\u4e00-\u9fff]/.test(text) !== (language === 'zh')) throw new Error(`not in the asker's language: ${text}`);
    return { code, text, ms };
  }

  /** Asks until the question is answered. Resolves to the elapsed time, ms. */
  async recovers(connection: string): Promise<number> {
    const started = performance.now();
    await waitFor(
      async () => {
        const { status, body } = await this.call<RunView>(
          '/v1/queries',
          { question: QUICK, connection, cache: 'bypass' },
          { prefer: 'wait=30' },
        );
        return status === 200 && body.status === 'succeeded' && body.result?.rowCount === QUICK_ROWS;
      },
      { timeoutMs: 60_000, intervalMs: 100 },
    );
    return performance.now() - started;
  }

  private ended(run: RunView): Promise<RunView> {
    return waitFor(
      async () => {
        const seen = run.finishedAt === null && run.status !== 'awaiting_clarification' ? await this.view(run.id) : run;
        return seen.finishedAt !== null || seen.status === 'awaiting_clarification' ? seen : undefined;
      },
      { timeoutMs: 120_000, intervalMs: 100 },
    );
  }
}
