import { Controller, Inject, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { JobKey, RunJob } from '@querent/contracts';
import type { StageRunner } from '@querent/saga';
import { OnJob } from './on-job';

/** Injection token of the runner of a job: a service with two jobs has two. */
export const runnerToken = (job: JobKey): string => `StageRunner:${job}`;

/** The Nest controller of a stage: it connects the job to the injected runner. Workers differ only in the job. */
export function stageController(job: JobKey): Type {
  @Controller()
  class StageController {
    constructor(@Inject(runnerToken(job)) private readonly runner: StageRunner) {}

    @OnJob(job)
    handle(@Payload() payload: RunJob): Promise<void> {
      return this.runner.handle(payload);
    }
  }
  return StageController;
}
