import {
  connectionOf,
  logMistakes,
  type Catalog,
  type MistakeLogger,
  type Problem,
  type RegisteredModel,
} from '@querent/catalog';
import { Gauge, type Registry } from 'prom-client';

const EFFECTS = ['entry', 'file'] as const;

/**
 * The mistakes of the configuration. The catalog logs those that the files alone reveal. Those that only a comparison
 * with the database reveals, such as a renamed column, are logged here, each once while it lasts.
 * `querent_configuration_mistakes{file,effect}` counts both kinds.
 */
export class ConfigurationMistakes {
  private readonly byAudience = new Map<string, readonly Problem[]>();
  private readonly gauge: Gauge<'file' | 'effect'>;
  private logged = new Set<string>();

  constructor(
    private readonly catalog: Pick<Catalog, 'problems' | 'onChange'>,
    registry: Registry,
    private readonly logger: MistakeLogger,
  ) {
    this.gauge = new Gauge({
      name: 'querent_configuration_mistakes',
      help: 'Mistakes in the configuration files, by what they disable: one entry of a model, or the file',
      labelNames: ['file', 'effect'],
      registers: [registry],
    });
    catalog.onChange(() => this.count());
    this.count();
  }

  /** Records the mistakes of an audience's resolved model. */
  resolved(audience: string, { problems, mistakes = [] }: RegisteredModel): void {
    this.byAudience.set(audience, [...problems, ...mistakes]);
    this.report();
    this.count();
  }

  forgotten(audience: string): void {
    this.byAudience.delete(audience);
    this.count();
  }

  private report(): void {
    const known = new Set(this.catalog.problems().map(keyOf));
    const found = this.all().filter((problem) => !known.has(keyOf(problem)));
    logMistakes(
      this.logger,
      found.filter((problem) => !this.logged.has(keyOf(problem))),
    );
    this.logged = new Set(found.map(keyOf));
  }

  private count(): void {
    const mistakes = this.all().filter(({ severity }) => severity !== 'warning');
    // A resolved model without mistakes is reported as 0; a missing series means that it has not been checked.
    const models = [...this.byAudience.keys()].map((audience) => `models/${connectionOf(audience)}.yaml`);
    this.gauge.reset();
    for (const file of new Set([...models, ...mistakes.map((mistake) => mistake.file)])) {
      for (const effect of EFFECTS) {
        const isCounted = (mistake: Problem): boolean => (effect === 'entry') === (mistake.entry === true);
        this.gauge.set(
          { file, effect },
          mistakes.filter((mistake) => mistake.file === file && isCounted(mistake)).length,
        );
      }
    }
  }

  /**
   * All mistakes. One found with several logins counts once. For the same path, the mistake found with the database is
   * more exact and replaces that of the file.
   */
  private all(): Problem[] {
    const resolved = [...this.byAudience.values()].flat();
    const paths = new Set(resolved.map(locationOf));
    const inFiles = this.catalog.problems().filter((problem) => !paths.has(locationOf(problem)));
    return [...new Map([...resolved, ...inFiles].map((problem) => [keyOf(problem), problem])).values()];
  }
}

const locationOf = ({ file, path }: Problem): string => `${file}\n${path}`;
const keyOf = (problem: Problem): string => `${locationOf(problem)}\n${problem.message}`;
