import type { Run } from '@querent/contracts';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import type { Chart } from './chart-drawings';
import { DrawingUnavailableError, NotDrawnError } from './drawing-errors';

/** Draws a run's chart as SVG. Throws `unavailable` or `chart_not_drawn`. */
export async function drawChart(
  { drawings, logger }: Pick<GatewayServices, 'drawings' | 'logger'>,
  { id }: Pick<Run, 'id'>,
  chart: Chart,
): Promise<Buffer> {
  try {
    return await drawings.svgOf(chart);
  } catch (error) {
    if (error instanceof DrawingUnavailableError)
      throw new ProblemError('unavailable', { headers: { 'retry-after': '2' } });
    if (!(error instanceof NotDrawnError)) throw error;
    logger.warn({ runId: id, error: error.message }, 'a chart could not be drawn');
    throw new ProblemError('chart_not_drawn');
  }
}
