/** An event of a stream of server-sent events. */
export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

/** Parses server-sent events from pieces of text (https://html.spec.whatwg.org/#event-stream-interpretation). */
export class EventParser {
  /** Reconnection delay that the server asks for, ms; null if it named none. */
  retryMs: number | null = null;
  /** Number of comments, which the server sends as heartbeats. */
  comments = 0;
  private rest = '';
  private endsWithCr = false;
  private id = '';
  private event = '';
  private data: string[] = [];

  /** The events that the piece completes. */
  push(piece: string): ServerEvent[] {
    if (piece === '') return [];
    const text = this.endsWithCr && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.endsWithCr = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    lines[0] = this.rest + (lines[0] ?? '');
    this.rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.line(line) ?? []);
  }

  private line(line: string): ServerEvent | undefined {
    if (line === '') return this.completed();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === '') this.comments += 1;
    else if (name === 'id') this.id = value;
    else if (name === 'event') this.event = value;
    else if (name === 'data') this.data.push(value);
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
    return undefined;
  }

  private completed(): ServerEvent | undefined {
    const { id, event, data } = this;
    this.event = '';
    this.data = [];
    return data.length === 0 ? undefined : { id, event: event || 'message', data: data.join('\n') };
  }
}
