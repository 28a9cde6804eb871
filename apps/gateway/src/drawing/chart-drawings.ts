import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';
import { DrawingUnavailableError, NotDrawnError } from './drawing-errors';
import type { DrawingPool } from './drawing-pool';

/** Limit of the cached drawings: some 500 charts. */
const CACHED_BYTES = 8 * 1024 * 1024;

/** A chart to draw. */
export interface Chart {
  /** Digest of the option: equal charts have equal tags. */
  tag: string;
  /** The ECharts option as JSON. */
  option: string;
}

export function chartOf(option: Record<string, unknown>): Chart {
  const json = JSON.stringify(option);
  return { tag: createHash('sha256').update(json).digest('base64url'), option: json };
}

/**
 * Drawings of charts, cached by the content of the option. Concurrent requests for equal charts draw once. Different
 * readers share a drawing only if they see the same option.
 */
export class ChartDrawings {
  private readonly cached: LRUCache<string, Buffer>;
  private readonly inProgress = new Map<string, Promise<Buffer>>();
  private readonly count: Counter<'end'>;

  constructor(
    private readonly pool: Pick<DrawingPool, 'draw' | 'close'>,
    registry: Registry,
    cachedBytes = CACHED_BYTES,
  ) {
    this.cached = new LRUCache({ maxSize: cachedBytes, sizeCalculation: ({ length }) => Math.max(1, length) });
    this.count = new Counter({
      name: 'querent_chart_drawings_total',
      help: 'Charts read as SVG, by end: drawn, cached, not_drawn (ECharts failed), full (queue), late (time limit), closed',
      labelNames: ['end'],
      registers: [registry],
    });
  }

  /**
   * The SVG of a chart, in UTF-8.
   * @throws NotDrawnError, DrawingUnavailableError
   */
  async svgOf({ tag, option }: Chart): Promise<Buffer> {
    const cached = this.cached.get(tag);
    if (cached !== undefined) {
      this.count.inc({ end: 'cached' });
      return cached;
    }
    return this.inProgress.get(tag) ?? this.start(tag, option);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private start(tag: string, option: string): Promise<Buffer> {
    const drawing = this.drawn(tag, option).finally(() => this.inProgress.delete(tag));
    this.inProgress.set(tag, drawing);
    return drawing;
  }

  private async drawn(tag: string, option: string): Promise<Buffer> {
    try {
      const svg = await this.pool.draw(option);
      this.cached.set(tag, svg);
      this.count.inc({ end: 'drawn' });
      return svg;
    } catch (error) {
      if (error instanceof NotDrawnError) this.count.inc({ end: 'not_drawn' });
      if (error instanceof DrawingUnavailableError) this.count.inc({ end: error.why });
      throw error;
    }
  }
}
