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
 * The mistakes of the configuration, as files and databases show them. The catalog logs those of the files; those that
 * show beside
 * the database alone, a column that was renamed for instance, are logged here, each once while it lasts.
 * `querent_configuration_mistakes{file,effect}` counts all.
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
      help: 'Mistakes in the configuration files, by what they take out of use: one entry of a model, or the file',
      labelNames: ['file', 'effect'],
      registers: [registry],
    });
    catalog.onChange(() => this.count());
    this.count();
  }

  /** The model of an audience was resolved. */
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
    // A model that was resolved is counted at 0, too: what is not there has not been looked at.
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
   * The same mistake met with several logins is one; of one path, what the database shows is more exact than what the
   * file does.
   */
  private all(): Problem[] {
    const resolved = [...this.byAudience.values()].flat();
    const paths = new Set(resolved.map(placeOf));
    const inFiles = this.catalog.problems().filter((problem) => !paths.has(placeOf(problem)));
    return [...new Map([...resolved, ...inFiles].map((problem) => [keyOf(problem), problem])).values()];
  }
}

const placeOf = ({ file, path }: Problem): string => `${file}\n${path}`;
const keyOf = (problem: Problem): string => `${placeOf(problem)}\n${problem.message}`;
