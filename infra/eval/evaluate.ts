import { cpus, loadavg } from 'node:os';
import type { Flags } from './flags';
import type { Host } from './host';
import { latencyOf, usageOf } from './latency';
import { questionFigures } from './metrics';
import { Asker } from './asker';
import { openDemoPlace } from './places/demo-place';
import type { Place } from './places/place';
import { readQuestionSets, SetMistakes, type Question, type QuestionSet } from './question-set';
import { reportFormat, type Report } from './report';
import { runQuestions, untilPrepared } from './run-questions';
import { sampled } from './sampling';
import { demoSets } from './demo-sets';

export interface Evaluation {
  flags: Flags;
  host: Host;
  signal: AbortSignal;
  /** What the started processes write. */
  onLine: (name: string, line: string) => void;
}

/** Runs all that the flags ask for. @throws SetMistakes before anything is started */
export async function evaluate({ flags, host, signal, onLine }: Evaluation): Promise<Report> {
  const startedAt = new Date().toISOString();
  const remarks: string[] = [];
  const sets = readQuestionSets(flags.sets.length > 0 ? flags.sets : demoSets(host.repositoryRoot));
  const questions = sets.flatMap((set) => chosen(set, flags));
  const replies = questions.filter(({ reply }) => reply !== null).length;
  const place = flags.url === null ? await openDemoPlace(host, { replies, lanes: flags.concurrency, onLine }) : remotePlace(flags.url, flags);
  try {
    if (flags.timezone !== null) place.timezone = flags.timezone;
    await requireKnown(questions, sets, place, { ...flags, signal });
    const unready = await untilPrepared(place, { ...flags, signal });
    if (unready.length > 0) remarks.push(`not ready: ${unready.map(({ name, status }) => `${name} is ${status}`).join(', ')}`);
    const verdicts = await runQuestions('questions', questions, place, { ...flags, signal });
    return {
      format: reportFormat,
      startedAt, finishedAt: new Date().toISOString(), complete: !signal.aborted,
      where: flags.url ?? 'a private stack',
      machine: { processors: cpus().length, node: process.version, load: loadavg()[0] ?? 0 },
      options: { connections: flags.connections, limit: flags.limit, sample: flags.sample, concurrency: flags.concurrency },
      sets: sets.map((set) => ({ name: set.name, path: set.path, digest: set.digest, questions: set.questions.length, asked: verdicts.filter((verdict) => verdict.set === set.name).length })),
      remarks,
      questions: questionFigures(verdicts), latency: latencyOf(verdicts), usage: usageOf(verdicts),
      failedThresholds: [],
      verdicts,
    };
  } finally {
    await place.stop();
  }
}

function chosen({ questions }: QuestionSet, flags: Flags): Question[] {
  const wanted = questions.filter(({ connection }) => flags.connections.length === 0 || flags.connections.includes(connection));
  return sampled(wanted, ({ id }) => id, flags);
}

function remotePlace(url: string, { key, databases, timezone }: Flags): Place {
  return { url, key, replyKeys: [], laneKeys: [], databases, timezone: timezone ?? 'UTC', stop: async () => undefined };
}

/** A connection that is not there is a mistake in the set, not in the product. */
async function requireKnown(questions: readonly Question[], sets: readonly QuestionSet[], place: Place, { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }): Promise<void> {
  const known = new Set(await new Asker({ url: place.url, key: place.key, timeoutMs }).connections(signal));
  const pathOf = new Map(sets.map(({ name, path }) => [name, path]));
  const unknown = questions.filter(({ connection }) => !known.has(connection));
  if (unknown.length > 0) throw new SetMistakes(unknown.map(({ set, id, connection }) => `${pathOf.get(set) ?? set}: question ${id}: there is no connection ${connection}; there are: ${[...known].join(', ')}`));
}
