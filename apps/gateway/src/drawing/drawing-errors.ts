/** ECharts cannot draw the option. */
export class NotDrawnError extends Error {
  constructor(reason: string) {
    super(`The option cannot be drawn: ${reason}`);
    this.name = 'NotDrawnError';
  }
}

/** The pool has no capacity for a drawing: its queue is full, a drawing exceeded its time limit, or it is closed. */
export class DrawingUnavailableError extends Error {
  constructor(readonly why: 'full' | 'late' | 'closed') {
    super({ full: 'Too many drawings wait', late: 'The drawing took too long', closed: 'The pool is closed' }[why]);
    this.name = 'DrawingUnavailableError';
  }
}
