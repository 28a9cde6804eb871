import { bearer, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';
import type { Random } from '../../demo/data/random.mjs';
import { askWithPrograms } from './command-line-requests';
import { askOverMcp, describeOverMcp } from './mcp-requests';
import { Receiver, type Sent } from './receiver';
import type { UglyProduct } from './ugly-product';
import type { UglySchema } from './ugly-schema';

const post = 'POST' as const;

interface Situation extends Pick<UglyProduct, 'gateway' | 'stages' | 'url'> {
  /** Client of the run's asker. */
  receiver: Receiver;
  asked: { question: string; connection: string };
  schema: UglySchema;
  random: Random;
}

/**
 * Sends requests that are not about one run, of another kind in each turn; in most turns none.
 * @returns what clients other than the given one received
 */
export async function sendFurther(turn: number, situation: Situation): Promise<readonly Sent[]> {
  const { gateway, stages, url, receiver, asked, schema, random } = situation;
  if (turn === 3) {
    await askOverMcp(receiver, asked, stages);
    await describeOverMcp(receiver, schema.connection);
  }
  if (turn === 5) return askWithPrograms({ url, stages, asked, misspelt: misspeltName(schema, random) });
  if (turn === 6) return (await administer({ gateway, stages }, schema, random)).sent;
  if (turn !== 9) return [];
  await makeMistakes(receiver, schema.connection);
  return (await signIn(gateway)).sent;
}

/**
 * Administers a connection with a key without `sql:read`, after a key with it has put physical names and SQL into a
 * question, a conversation and a comment.
 * @returns the client of the key without `sql:read`
 */
async function administer(
  { gateway, stages }: Pick<UglyProduct, 'gateway' | 'stages'>,
  { connection, names, modelFile }: UglySchema,
  random: Random,
): Promise<Receiver> {
  const [root, chief] = [new Receiver(gateway, bearer('root')), new Receiver(gateway, bearer('chief'))];
  const named = `SELECT ${random.pick(names)} FROM ${random.pick(names)}`;
  const conversationId = random.pick(names);
  const asked = { question: named, connection, conversationId };
  const { id } = await root.view('submit', { method: post, url: '/v1/queries', payload: asked });
  await stages.work();
  await root.call('cancel', { method: post, url: `/v1/queries/${id}/cancel` });
  const rating = { rating: 'down', comment: `${named}: wrong` };
  await root.call('feedback', { method: post, url: `/v1/queries/${id}/feedback`, payload: rating });
  await chief.readAll(id);
  await chief.call('lists', { url: '/v1/queries?limit=20' });
  await chief.call('conversations', { url: '/v1/conversations' });
  await chief.call('ratings', { url: '/v1/feedback' });
  await chief.call('ratings', { url: `/v1/queries/${id}/feedback` });
  const model = `/v1/connections/${connection}/model`;
  await chief.call('draft', { method: post, url: `${model}/draft` });
  const misspelt = { tables: { [misspeltName({ names }, random)]: { label: { en: 'nothing' } } } };
  await chief.call('comparison', { method: post, url: `${model}/impact`, payload: misspelt });
  await compare(chief, stages, model, random.chance(0.5) ? (modelFile ?? undefined) : undefined);
  return chief;
}

const misspeltName = ({ names }: Pick<UglySchema, 'names'>, random: Random): string => random.pick(names).slice(0, -1);

/** Begins a comparison, plays it, and reads its result. */
async function compare(
  chief: Receiver,
  stages: UglyProduct['stages'],
  model: string,
  payload: object | undefined,
): Promise<void> {
  const url = `${model}/impact`;
  const begun = await chief.call('comparison', { method: post, url, ...(payload && { payload }) });
  if (begun.status !== 202) throw new Error(`The comparison was not begun: ${begun.status} ${begun.body}`);
  const { id } = JSON.parse(begun.body) as { id: string };
  await chief.call('comparison', { url: `${url}/${id}` });
  await stages.compare({ tenant: 'acme', id });
  const { status, body } = await chief.call('comparison', { url: `${url}/${id}` });
  if (status !== 200 || (JSON.parse(body) as { finishedAt: string | null }).finishedAt === null)
    throw new Error(`The comparison has not ended: ${status} ${body}`);
  await chief.call('comparison', { method: post, url: `${url}/${id}/cancel` });
}

/**
 * Signs in with the key `bob` as a browser does, and reads with the cookie.
 * @returns the client with the cookie
 */
async function signIn(gateway: GatewayUnderTest): Promise<Receiver> {
  const page = { origin: 'http://localhost', host: 'localhost' };
  const open = { method: post, url: '/v1/session', headers: page };
  const visitor = new Receiver(gateway, {});
  await visitor.call('session', { ...open, payload: { key: 'wrong' } });
  const { cookie } = await visitor.call('session', { ...open, payload: { key: 'bob-key' } });
  if (cookie === undefined) throw new Error('The key bob got no session');
  const browser = new Receiver(gateway, { cookie, ...page });
  for (const url of ['/v1/queries?limit=20', '/v1/conversations', '/v1/queries/nothing']) {
    const { status } = await browser.call('session', { url });
    if (status === 401) throw new Error(`The session may not read ${url}`);
  }
  await browser.call('session', { method: 'DELETE', url: '/v1/session' });
  browser.sent.push(...visitor.sent);
  return browser;
}

/** Requests that the gateway must refuse. */
async function makeMistakes(receiver: Receiver, connection: string): Promise<void> {
  const at = `/v1/connections/${connection}`;
  for (const [url, payload] of [
    ['/v1/queries', { question: '', connection }],
    ['/v1/queries', { question: 'x', connection: 'nowhere' }],
    ['/v1/preview', { question: 5, connection }],
    ['/v1/queries/nothing/clarification', { clarificationId: 'x', optionId: 'y' }],
    ['/v1/queries/nothing/feedback', { rating: 'sideways' }],
    [`${at}/samples`, { question: 'x', sql: 'x' }],
    [`${at}/model/impact`, {}],
    [`${at}/model/draft`, {}],
    ['/v1/queries?limit=many', undefined],
    ['/v1/conversations?cursor=nothing', undefined],
    ['/v1/feedback', undefined],
    [`${at}/model`, undefined],
  ] as const) {
    const { status, body } = await receiver.call('mistakes', payload ? { method: post, url, payload } : { url });
    if (status < 400 || status >= 500) throw new Error(`${url} was answered with ${status}: ${body}`);
  }
}
