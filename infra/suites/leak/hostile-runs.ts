import type { JobKey, Outcome, RunView, SchemaSnapshot, StageFunction } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { createRandom, type Random } from '../../demo/data/random.mjs';
import { Receiver, type Sent } from './receiver';
import { errorClasses, HostileDatabase, type Fate } from './hostile-database';
import { leaksIn } from './leak-check';
import { openUglyProduct, type UglyProduct } from './ugly-product';
import { questionAbout } from './ugly-questions';
import { sendFurther } from './further-requests';
import { uglySchema, type UglySchema } from './ugly-schema';

export interface Leak {
  question: string;
  outlet: string;
  found: string[];
  bytes: string;
}

/** Result of a series of runs. */
export interface Report {
  runs: number;
  ends: Record<string, number>;
  /** Number of runs by cache level. */
  levels: Record<string, number>;
  outlets: Record<string, number>;
  bytes: number;
  /** Number of thrown failures by error class. */
  thrown: Record<string, number>;
  /** Number of outcomes into which leaks were injected. */
  injected: number;
  /** Number of texts that the gate replaced, by kind. */
  stopped: Record<string, number>;
  leaks: Leak[];
}

const pausesAtMost = 4;
/** In as many runs, each kind of further request is sent once. */
const TURNS = 10;

/**
 * Plays runs through the product's real stages and outlets. Their statements fail with each error class in turn. Every
 * byte that the client received is searched for leaks.
 * @param seed determines the schemas, the questions and the failures
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
    injected: 0,
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

/** The schemas with their fake database, and the wrapper that injects leaks into outcomes of stages. */
class HostileWorld {
  /** Schema of the current question. */
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
        ? withLeaks(
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
  { gateway, stages, url }: UglyProduct,
  world: HostileWorld,
  runs: number,
  report: Report,
): Promise<void> {
  const { database, schemas, random } = world;
  let asked = { question: '', connection: '' };
  for (let i = 0; i < runs; i++) {
    // Every eighth question is repeated. Half of these are submitted twice concurrently.
    const isRepeated = i % 8 === 1;
    if (!isRepeated) world.schema = schemas[i % schemas.length] as UglySchema;
    const { schema } = world;
    const model = (await gateway.services.models.model(schema.connection, 'acme'))?.model;
    if (model === undefined) throw new Error(`The generated schema ${schema.connection} has no model`);
    // A question that is repeated in a conversation must have stored its statement before, so it has to succeed.
    const succeeds = i % 16 === 8 || (isRepeated && random.chance(0.7));
    database.schedule(succeeds ? ['rows'] : fatesOf(i, world));
    const receiver = new Receiver(gateway);
    if (!isRepeated) asked = { ...questionAbout(model, random), connection: schema.connection };
    // A question in a conversation skips the exact cache and reaches the semantic cache.
    const body = i % 16 === 9 ? { ...asked, conversationId: `again-${i}` } : asked;
    const payload = { ...body, alternatives: i % 20 === 0 ? 'all' : 'few' };
    await receiver.call('preview', { method: 'POST', url: '/v1/preview', payload });
    const { status, cache } = await ask(receiver, body, i % 16 === 1, stages, random);
    report.ends[status] = (report.ends[status] ?? 0) + 1;
    report.levels[cache.level] = (report.levels[cache.level] ?? 0) + 1;
    if (i % 50 === 0) await receiver.call('lists', { url: '/v1/queries?limit=20' });
    if (i % 50 === 1) await receiver.call('connections', { url: '/v1/connections' });
    database.schedule(fatesOf(i, world));
    read(
      await sendFurther(i % TURNS, { gateway, stages, url, receiver, asked, schema, random }),
      asked.question,
      schema,
      report,
    );
    read(receiver.sent, asked.question, schema, report);
    report.runs += 1;
  }
  report.thrown = Object.fromEntries(database.thrown);
  for (const [, kind, count] of (await gateway.services.metrics.registry.metrics()).matchAll(
    /querent_leaks_stopped_total\{kind="(\w+)"[^}]*\} (\d+)/g,
  ))
    report.stopped[String(kind)] = Number(count);
}

/** Submits a question, replies to clarifications, and reads every outlet. Returns the last view of the run. */
async function ask(
  receiver: Receiver,
  body: object,
  isTwice: boolean,
  stages: { work(): Promise<void> },
  random: Random,
): Promise<RunView> {
  // The gateway refuses questions while the executor probes a lost connection.
  const submit = (): Promise<string> =>
    waitFor(async () => {
      const view = await receiver.view('submit', { method: 'POST', url: '/v1/queries', payload: body });
      if (view.id === undefined) throw new Error(`Not accepted: ${JSON.stringify(view)}`);
      return view.id;
    });
  const before = isTwice ? await submit() : null;
  const id = await submit();
  await stages.work();
  if (before !== null) await receiver.readAll(before);
  let view = await receiver.readAll(id);
  for (let pause = 0; view.clarification !== null && pause < pausesAtMost; pause++) {
    await receiver.call('reply', {
      method: 'POST',
      url: `/v1/queries/${id}/clarification`,
      payload: replyTo(view.clarification, random),
    });
    await stages.work();
    view = await receiver.readAll(id);
  }
  // No right has changed, so nothing of the run is withdrawn.
  if (view.status === 'awaiting_clarification' && view.clarification === null)
    throw new Error(`The run ${id} waits for a reply to a clarification that its asker does not see`);
  if (view.finishedAt === null) await receiver.call('cancel', { method: 'POST', url: `/v1/queries/${id}/cancel` });
  return view;
}

function replyTo({ id, options }: NonNullable<RunView['clarification']>, random: Random): object {
  const [option] = options;
  if (option === undefined || random.chance(0.2))
    return { clarificationId: id, text: random.pick(['第二个', 'both', '随便', 'the first one', '不对']) };
  return { clarificationId: id, optionId: random.pick(options).id };
}

/** Each error class as often as the others, once or again after the reply. Every third run succeeds. */
function fatesOf(i: number, { random, database }: HostileWorld): Fate[] {
  if (i % 3 === 0) return ['rows'];
  const name = database.rarest();
  return random.pick<Fate[]>([
    [name, 'rows'],
    [name, name, name],
    [name, random.pick(errorClasses), 'rows'],
    random.chance(0.1) ? ['crash'] : [name],
  ]);
}

/** Injects the leaks of a misbehaving language model: physical names, SQL and error messages in texts of an outcome. */
function withLeaks(
  outcome: Outcome,
  random: Random,
  message: () => string,
  { names }: UglySchema,
  report: Report,
): Outcome {
  report.injected += 1;
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
