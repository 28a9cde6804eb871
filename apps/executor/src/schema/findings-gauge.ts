import { connectionOf, type RoleFinding } from '@querent/catalog';
import { Gauge, type Registry } from 'prom-client';

const severities = ['refuse', 'warn'] as const;

/** `querent_connection_findings{connection,severity}`: the excessive rights of all logins of a connection. */
export class FindingsGauge {
  private readonly byAudience = new Map<string, readonly RoleFinding[]>();
  private readonly gauge: Gauge<'connection' | 'severity'>;

  constructor(registry: Registry) {
    this.gauge = new Gauge({
      name: 'querent_connection_findings',
      help: 'Rights that the logins of a connection have and should not have; `refuse`: the login is not used',
      labelNames: ['connection', 'severity'],
      registers: [registry],
    });
  }

  /** @param findings null if the audience was removed */
  set(audience: string, findings: readonly RoleFinding[] | null): void {
    if (findings === null) this.byAudience.delete(audience);
    else this.byAudience.set(audience, findings);
    const connection = connectionOf(audience);
    const all = [...this.byAudience].filter(([of]) => connectionOf(of) === connection).flatMap(([, found]) => found);
    for (const severity of severities)
      this.gauge.set({ connection, severity }, all.filter((finding) => finding.severity === severity).length);
  }
}
