import { HttpAsker, type Reply } from './http-asker';

/** A client of one tenant that keeps every byte that it receives. */
export class TenantAsker extends HttpAsker {
  private readonly texts: string[] = [];

  constructor(
    url: string,
    private readonly name: string,
  ) {
    super(url, `${name}-key`);
  }

  override async call<T>(path: string, body?: object, further: Record<string, string> = {}): Promise<Reply<T>> {
    const reply = await super.call<T>(path, body, further);
    this.texts.push(JSON.stringify(reply.body));
    return reply;
  }

  async text(path: string, accept = 'application/json'): Promise<string> {
    const answer = await fetch(`${this.url}${path}`, { headers: { authorization: `Bearer ${this.name}-key`, accept } });
    const text = await answer.text();
    this.texts.push(text);
    return text;
  }

  /** Reads every representation of a run. */
  async readAll(id: string): Promise<void> {
    await this.text(`/v1/queries/${id}`);
    await this.text(`/v1/queries/${id}/result`);
    await this.text(`/v1/queries/${id}/result`, 'text/csv');
    await this.text(`/v1/queries/${id}/chart.svg`, 'image/svg+xml');
    const { finishedAt } = await this.view(id);
    // The event stream of a run that awaits a reply does not end.
    if (finishedAt !== null) await this.text(`/v1/queries/${id}/events`, 'text/event-stream');
  }

  received(): string {
    return this.texts.join('\n');
  }
}
