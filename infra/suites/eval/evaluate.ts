import { cpus, loadavg } from 'node:os';
import { evaluateDemo } from './evaluate-demo';
import { evaluatePublic } from './public/evaluate-public';
import type { Evaluation } from './evaluation';
import { latencyOf, usageOf } from './report/latency';
import { questionFigures } from './report/metrics';
import { reportFormat, type Report } from './report/report';
import { failedThresholds, figuresOf } from './report/thresholds';

/** Runs the parts that the flags select. @throws SetMistakes before anything is started */
export async function evaluate(evaluation: Evaluation): Promise<Report> {
  const { flags, signal } = evaluation;
  const startedAt = new Date().toISOString();
  const { sets, verdicts, remarks, pairs, retrieval } = await (flags.data === null
    ? evaluateDemo(evaluation)
    : evaluatePublic(evaluation, flags.data));
  const asked = verdicts.length > 0;
  const measured = {
    questions: asked ? questionFigures(verdicts) : null,
    latency: asked ? latencyOf(verdicts) : null,
    usage: asked ? usageOf(verdicts) : null,
    pairs,
    retrieval,
  };
  return {
    format: reportFormat,
    startedAt,
    finishedAt: new Date().toISOString(),
    complete: !signal.aborted,
    where:
      flags.url ??
      (flags.data === null
        ? 'a private stack with the demo’s data of the day'
        : 'a private stack with the public databases'),
    machine: { processors: cpus().length, node: process.version, load: loadavg()[0] ?? 0 },
    options: {
      connections: flags.connections,
      limit: flags.limit,
      sample: flags.sample,
      concurrency: flags.concurrency,
    },
    sets: sets.map((set) => ({
      ...set,
      asked: set.asked + verdicts.filter((verdict) => verdict.set === set.name).length,
    })),
    remarks,
    ...measured,
    figures: figuresOf(measured),
    failedThresholds: failedThresholds(measured, flags.thresholds),
    comparison: null,
    verdicts,
  };
}
