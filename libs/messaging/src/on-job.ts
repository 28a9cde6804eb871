import { applyDecorators, Catch, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { jobs, type JobKey } from '@querent/contracts';
import { throwError, type Observable } from 'rxjs';

/**
 * Nest's own RPC filter turns every error into a plain "Internal server error" object. Here the error itself must reach
 * the transport: it decides about another attempt, and `UnrecoverableError` must survive as what it is.
 */
@Catch()
class RethrowFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Marks the one handler of a job of the catalogue. A job of the service without a handler, or with two, stops the boot.
 */
export const OnJob = (key: JobKey): MethodDecorator =>
  applyDecorators(MessagePattern(patternOf(key)), UseFilters(RethrowFilter));

/** The pattern by which Nest knows a job's handler: `queue/name`. */
export const patternOf = (key: JobKey): string => `${jobs[key].queue}/${jobs[key].name}`;
