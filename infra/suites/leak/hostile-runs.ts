import type { JobKey, Outcome, RunView, SchemaSnapshot, StageFunction } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { createRandom, type Random } from '../../demo/data/random.mjs';
import { Receiver, type Sent } from './everything-sent';
import { errorClasses, HostileDatabase, type Fate } from './hostile-database';
import { leaksIn } from './leak-check';
import { openUglyProduct, type UglyProduct } from './ugly-product';
import { questionAbout } from './ugly-questions';
import { uglySchema, type UglySchema } from './ugly-schema';

export interface Leak {
  question: string;
  outlet: string;
  found: string[];
  bytes: string;
}

/** What a series of runs came to. */
export interface Report {
  runs: number;
  ends: Record<string, number>;
  /** Answers by the level of the cache that they came from. */
  levels: Record<string, number>;
  outlets: Record<string, number>;
  bytes: number;
  /** How often each class of failure was thrown. */
  thrown: Record<string, number>;
  /** Outcomes that were spoilt with leaks. */
  spoilt: number;
  /** How often the gate had to change a text, by its kind. */
  stopped: Record<string, number>;
  leaks: Leak[];
}

const pausesAtMost = 4;

/**
 * Plays runs through the product's own stages and outlets, each with failures of the classes in turn, and reads every
 * byte that was sent.
 * @param seed names the schemas, too; the same gives the same
 */
export async function playHostileRuns({
  seed,
  runs,
  schemas,
}: {
  seed: string;
  runs: number;
  schemas: number;
}): Promise<Report> {
  const random = createRandom(seed);
  const report: Report = {
    runs: 0,
    ends: {},
    levels: {},
    outlets: {},
    bytes: 0,
    thrown: {},
    spoilt: 0,
    stopped: {},
    leaks: [],
  };
  const world = new HostileWorld(
    Array.from({ length: schemas }, (_, i) => uglySchema(`c${i}`, `${seed}/${i}`)),
    random,
    report,
  );
  const product = await openUglyProduct(world.schemas, { databases: world.database.access, around: world.around });
  try {
    await play(product, world, runs, report);
  } finally {
    await product.stop();
  }
  return report;
}

/** The schemas with their database, and what may come of a stage that works on them. */
class HostileWorld {
  /** What is asked about now. */
  schema: UglySchema;
  readonly database: HostileDatabase;

  constructor(
    readonly schemas: readonly UglySchema[],
    readonly random: Random,
    private readonly report: Report,
  ) {
    const snapshots = new Map(schemas.map(({ connection, snapshot }) => [connection, snapshot]));
    this.schema = schemas[0] as UglySchema;
    this.database = new HostileDatabase(
      random,
      () => this.schema.snapshot,
      (connection) => snapshots.get(connection) as SchemaSnapshot,
    );
  }

  readonly around =
    (job: JobKey, stage: StageFunction): StageFunction =>
    async (run, signal) => {
      const { random, database, schema, report } = this;
      if (job === 'execute') database.expect(run.data.compiled?.columns ?? []);
      const outcome = await stage(run, signal);
      return random.chance(0.04)
        ? spoil(
            outcome,
            random,
            () => database.message(random.pick(errorClasses), run.data.compiled?.sql ?? 'SELECT 1 FROM x').text,
            schema,
            report,
          )
        : outcome;
    };
}

async function play(
  { gateway, stages }: UglyProduct,
  world: HostileWorld,
  runs: number,
  report: Report,
): Promise<void> {
  const { database, schemas, random } = world;
  let asked = { question: '', connection: '' };
  for (let i = 0; i < runs; i++) {
    // Every eighth question is asked again, of which every other twice at once.
    const isAgain = i % 8 === 1;
    if (!isAgain) world.schema = schemas[i % schemas.length] as UglySchema;
    const { schema } = world;
    const model = (await gateway.services.models.model(schema.connection, 'acme'))?.model;
    if (model === undefined) throw new Error(`The generated schema ${schema.connection} has no model`);
    // A question that is asked again in a conversation has left its statement before.
    const faresWell = i % 16 === 8 || (isAgain && random.chance(0.7));
    database.foretell(faresWell ? ['rows'] : fatesOf(i, random));
    const receiver = new Receiver(gateway);
    if (!isAgain) asked = { ...questionAbout(model, random), connection: schema.connection };
    // A question of a conversation goes past the exact cache, to the semantic one.
    const body = i % 16 === 9 ? { ...asked, conversationId: `again-${i}` } : asked;
    const { status, cache } = await ask(receiver, body, i % 16 === 1, stages, random);
    report.ends[status] = (report.ends[status] ?? 0) + 1;
    report.levels[cache.level] = (report.levels[cache.level] ?? 0) + 1;
    if (i % 50 === 0) await receiver.call('lists', { url: '/v1/queries?limit=20' });
    if (i % 50 === 1) await receiver.call('connections', { url: '/v1/connections' });
    read(receiver.sent, asked.question, schema, report);
    report.runs += 1;
  }
  report.thrown = Object.fromEntries(database.thrown);
  for (const [, kind, count] of (await gateway.services.metrics.registry.metrics()).matchAll(
    /querent_leaks_stopped_total\{kind="(\w+)"[^}]*\} (\d+)/g,
  ))
    report.stopped[String(kind)] = Number(count);
}

/** Asks, answers what is asked back, and looks at everything; returns how the last one asked ended. */
async function ask(
  receiver: Receiver,
  body: object,
  isTwice: boolean,
  stages: { work(): Promise<void> },
  random: Random,
): Promise<RunView> {
  // Refused while the executor probes a connection that was lost.
  const submit = (): Promise<string> =>
    waitFor(async () => {
      const view = await receiver.view('submit', { method: 'POST', url: '/v1/queries', payload: body });
      if (view.id === undefined) throw new Error(`Not accepted: ${JSON.stringify(view)}`);
      return view.id;
    });
  const before = isTwice ? await submit() : null;
  const id = await submit();
  await stages.work();
  if (before !== null) await receiver.lookAtAll(before);
  let view = await receiver.lookAtAll(id);
  for (let pause = 0; view.clarification !== null && pause < pausesAtMost; pause++) {
    await receiver.call('reply', {
      method: 'POST',
      url: `/v1/queries/${id}/clarification`,
      payload: replyTo(view.clarification, random),
    });
    await stages.work();
    view = await receiver.lookAtAll(id);
  }
  if (view.finishedAt === null) await receiver.call('cancel', { method: 'POST', url: `/v1/queries/${id}/cancel` });
  return view;
}

function replyTo({ id, options }: NonNullable<RunView['clarification']>, random: Random): object {
  const [option] = options;
  if (option === undefined || random.chance(0.2))
    return { clarificationId: id, text: random.pick(['第二个', 'both', '随便', 'the first one', '不对']) };
  return { clarificationId: id, optionId: random.pick(options).id };
}

/** Every class in turn, alone or again after the asker's reply; every third run fares well. */
function fatesOf(i: number, random: Random): Fate[] {
  const name = errorClasses[i % errorClasses.length] ?? 'other';
  if (i % 3 === 0) return ['rows'];
  return random.pick<Fate[]>([
    [name, 'rows'],
    [name, name, name],
    [name, random.pick(errorClasses), 'rows'],
    random.chance(0.1) ? ['crash'] : [name],
  ]);
}

/** What a language model in the place of a stage might write: the database's own words, in any text of the outcome. */
function spoil(
  outcome: Outcome,
  random: Random,
  message: () => string,
  { names }: UglySchema,
  report: Report,
): Outcome {
  report.spoilt += 1;
  const secret = (): string =>
    random.pick([
      message(),
      `sum of ${random.pick(names)} by ${random.pick(names)}`,
      `各${random.pick(names)}的数量`,
      `SELECT "${random.pick(names)}" FROM ${random.pick(names)}`,
    ]);
  const texts = (value: unknown): unknown => {
    if (typeof value === 'string') return random.chance(0.7) ? secret() : value;
    if (Array.isArray(value)) return value.map(texts);
    return value;
  };
  const { answer, refinedQuestion, error, chart, intent, compiled, disclosures } = outcome.patch;
  return {
    ...outcome,
    steps: outcome.steps.map((step) => ({ ...step, message: String(texts(step.message)) })),
    patch: {
      ...outcome.patch,
      ...(answer ? { answer: { ...answer, text: secret(), suggestions: [secret(), ...answer.suggestions] } } : {}),
      ...(refinedQuestion ? { refinedQuestion: secret() } : {}),
      ...(error ? { error: { ...error, message: secret(), actions: [secret()] } } : {}),
      ...(chart ? { chart: { spec: { ...chart.spec, title: { text: secret() } } } } : {}),
      ...(intent ? { intent: { ...intent, keywords: [secret()] } } : {}),
      ...(compiled
        ? { compiled: { ...compiled, columns: compiled.columns.map((column) => ({ ...column, label: secret() })) } }
        : {}),
      ...(disclosures ? { disclosures: [...disclosures, secret()] } : {}),
    },
  };
}

function read(sent: readonly Sent[], question: string, { names }: UglySchema, report: Report): void {
  for (const { outlet, bytes } of sent) {
    report.outlets[outlet] = (report.outlets[outlet] ?? 0) + 1;
    report.bytes += bytes.length;
    const found = leaksIn(bytes, names);
    if (found.length > 0) report.leaks.push({ question, outlet, found, bytes: bytes.slice(0, 4_000) });
  }
}
