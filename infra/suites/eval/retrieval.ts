import { existsSync, readFileSync } from 'node:fs';
import { parseLinkingQuestions, parseLinkingSchemas } from '../recall/linking-set';
import { recallReport, type RecallReport } from '../recall/recall';
import { digestOf } from './report/digest';
import { embedderOrNull } from './embedder';
import type { Evaluation } from './evaluation';
import type { Findings } from './report/findings';
import { startProgress } from './progress';
import { sampled } from './sampling';

/** Measures the recall of tables and columns with schema_linking.jsonl and its schemas. */
export async function retrievalFindings(
  folder: string,
  { flags, signal, log }: Evaluation,
  findings: Findings,
): Promise<RecallReport | null> {
  const path = `${folder}/schema_linking.jsonl`;
  const text = readFileSync(path, 'utf8');
  const all = parseLinkingQuestions(text).map((question, index) => ({ ...question, name: String(index) }));
  const questions = sampled(all, ({ name }) => name, flags);
  const distractors = `${folder}/schema_distractors_spider.json`;
  findings.sets.push({
    name: 'schema_linking',
    path,
    digest: digestOf(text),
    questions: all.length,
    asked: questions.length,
  });
  log('Finding tables and columns ...');
  const embedder = embedderOrNull(findings);
  const progress = startProgress('retrieval', questions.length * 2);
  try {
    return await recallReport({
      questions,
      schemas: parseLinkingSchemas(readFileSync(`${folder}/schema_linking_schemas.json`, 'utf8')),
      ...(existsSync(distractors) ? { distractors: parseLinkingSchemas(readFileSync(distractors, 'utf8')) } : {}),
      // Without time limits, so that the results do not depend on the machine's load.
      finder: { embedder, patienceMs: 600_000 },
      onProgress() {
        signal.throwIfAborted();
        progress.tick();
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    return null;
  } finally {
    progress.end();
    await embedder?.close();
  }
}
