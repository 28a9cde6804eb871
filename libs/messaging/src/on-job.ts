import { applyDecorators, Catch, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { jobs, type JobKey } from '@querent/contracts';
import { throwError, type Observable } from 'rxjs';

/**
 * Nest's default RPC filter turns every error into a plain "Internal server error" object. Here the original error must
 * reach the transport, which decides about retries and must recognise `UnrecoverableError`.
 */
@Catch()
class RethrowFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Marks the single handler of a catalogue job. A job of the service without a handler, or with two, prevents the start.
 */
export const OnJob = (key: JobKey): MethodDecorator =>
  applyDecorators(MessagePattern(patternOf(key)), UseFilters(RethrowFilter));

/** The pattern under which Nest registers a job's handler: `queue/name`. */
export const patternOf = (key: JobKey): string => `${jobs[key].queue}/${jobs[key].name}`;
