import { Controller, Inject, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { JobKey, RunJob } from '@querent/contracts';
import { StageRunner } from '@querent/saga';
import { OnJob } from './on-job';

/** The Nest controller of a stage: it only connects the job to the injected runner. The same for every worker but for the job. */
export function stageController(job: JobKey): Type {
  @Controller()
  class StageController {
    constructor(@Inject(StageRunner) private readonly runner: StageRunner) {}

    @OnJob(job)
    handle(@Payload() payload: RunJob): Promise<void> {
      return this.runner.handle(payload);
    }
  }
  return StageController;
}
