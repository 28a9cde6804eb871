import {
  createdKeySchema,
  exportSchema,
  keyBodySchema,
  restoreQuery,
  revisionPageSchema,
  revisionQuery,
  revisionViewSchema,
  validationSchema,
  writtenSchema,
} from '../../configuration/configuration-schemas';
import { impactSchema } from '@querent/impact';
import { impactPlan } from '../../leak/gate-plans';
import { itemBodySchema, keyListSchema, modelDraftSchema } from '../plain-schemas';
import { modelFileExample } from '../examples/texts';
import { adminOrOperator, adminWithSql, json, operator, text, type Answer, type Route } from '../route-parts';

const etag = { ETag: 'Tag of the item, for `If-Match`.' };
const stored = (description: string): Answer => ({ description, content: json(writtenSchema), headers: etag });
const putHeaders = {
  'If-Match': 'The `ETag` that was read.',
  'If-None-Match': '`*`: the item must be new.',
};
const changing = ['not_found', 'precondition_failed', 'configuration_invalid'] as const;
/** Every member is a name or a number. */
const written = { plan: 'untouched', tag: 'Administer' } as const;
const comparing = { plan: impactPlan, tag: 'Administer', demands: adminOrOperator } as const;
const comparison = {
  content: json(impactSchema),
  headers: { Location: "The comparison's address.", 'Retry-After': 'Seconds to wait before the next poll.' },
};
const takesEffect =
  'The change is checked as a whole before it is stored, over the file of the configuration folder, and takes effect in every process within two seconds.';

/** Routes that write an item and delete it. */
function changesOf(
  path: string,
  item: string,
  more: Pick<Route, 'demands' | 'description'> & { problems: Route['problems'] },
): Route[] {
  return [
    {
      ...written,
      method: 'PUT',
      path,
      demands: more.demands,
      summary: `Write ${item}`,
      description: `${more.description} ${takesEffect}`,
      headers: putHeaders,
      body: itemBodySchema,
      takesYaml: true,
      answers: { 200: stored('It was replaced.'), 201: stored('It is new.') },
      problems: [...changing, ...more.problems],
    },
    {
      ...written,
      method: 'DELETE',
      path,
      demands: more.demands,
      summary: `Delete ${item}`,
      description: 'Also one that comes from a file: the file is hidden until the revision is undone.',
      headers: { 'If-Match': putHeaders['If-Match'] },
      answers: { 204: { description: 'Deleted.' } },
      problems: ['not_found', 'precondition_failed', ...more.problems],
    },
  ];
}

/** Routes that change the configuration. */
export const changeRoutes: Route[] = [
  ...changesOf('/v1/connections/{name}', 'a connection', {
    demands: operator,
    description:
      'Members as in `connections/<name>.yaml`. Addresses and keys are write-only: null or absent keeps the stored one, and a plain one is encrypted with QUERENT_SECRET_KEY.',
    problems: ['connection_unknown'],
  }),
  ...changesOf('/v1/connections/{name}/model', "a connection's semantic model", {
    demands: { scopes: ['admin', 'operate'], sqlRead: true },
    description:
      'Members as in `models/<name>.yaml`. Also needs the scope `sql:read`. If other tenants may ask the connection, only an operator may change its model.',
    problems: ['connection_unknown'],
  }),
  {
    ...written,
    method: 'POST',
    path: '/v1/connections/{name}/model/validate',
    demands: { scopes: ['admin', 'operate'], sqlRead: true },
    summary: 'Find the mistakes in a semantic model',
    description:
      'Also needs the scope `sql:read`. Compares the model with the schema as it was last read. Messages are in Chinese or English by `Accept-Language`. Stores nothing.',
    body: itemBodySchema,
    takesYaml: true,
    answers: { 200: { description: 'Every mistake.', content: json(validationSchema) } },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'POST',
    path: '/v1/connections/{name}/model/draft',
    demands: { scopes: ['admin', 'operate'], sqlRead: true },
    tag: 'Administer',
    summary: 'Draft a first model file from the schema',
    description:
      "Also needs the scope `sql:read`. From the schema as the login of the key's tenant last read it: names, keys, types, comments and stored values. What the schema does not prove is a comment that begins with `Check:`. Stores nothing.",
    answers: {
      200: {
        description: 'The file.',
        content: { 'application/yaml': text(modelFileExample), ...json(modelDraftSchema) },
      },
    },
    problems: ['not_found', 'connection_unknown', 'connection_unavailable'],
  },
  {
    ...comparing,
    method: 'POST',
    path: '/v1/connections/{name}/model/impact',
    summary: 'Compare a draft of a semantic model with the model in force',
    description:
      "Reads the samples of the connection, and the questions of the last month of the key's tenant, with both models by the planner alone: without agents, habits, conversations, databases and language models. Follow-ups are left out. The body is the draft, as for `PUT …/model`; without a body, the model is as after `DELETE …/model`. A tenant has one comparison at a time. Results are kept for a day.",
    body: itemBodySchema,
    isBodyOptional: true,
    takesYaml: true,
    answers: { 202: { ...comparison, description: 'Accepted; the state of the comparison.' } },
    problems: [
      'not_found',
      'connection_unknown',
      'connection_unavailable',
      'configuration_invalid',
      'comparison_running',
    ],
  },
  {
    ...comparing,
    method: 'GET',
    path: '/v1/connections/{name}/model/impact/{id}',
    summary: 'Get a comparison of models',
    headers: { 'If-None-Match': 'The ETag of an earlier response: 304 when nothing has changed.' },
    answers: {
      200: {
        description: 'The comparison.',
        content: json(impactSchema),
        headers: { ETag: 'Changes with the progress.', 'Retry-After': 'Seconds to wait before the next poll.' },
      },
      304: { description: 'Nothing has changed.' },
    },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    ...comparing,
    method: 'POST',
    path: '/v1/connections/{name}/model/impact/{id}/cancel',
    summary: 'Cancel a comparison of models (idempotent)',
    answers: { 202: { ...comparison, description: 'The current state of the comparison.' } },
    problems: ['not_found', 'connection_unknown'],
  },
  ...changesOf('/v1/agents/{name}', 'an agent of the tenant', {
    demands: adminWithSql,
    description:
      'Members as in `agents/<name>.yaml`. Also needs the scope `sql:read`, because filters name columns. Agents in files are shared and read-only.',
    problems: ['item_read_only'],
  }),
  {
    ...written,
    method: 'GET',
    path: '/v1/keys',
    demands: adminOrOperator,
    summary: 'List the API keys',
    description: "Those of the caller's tenant; with the scope `operate`, those of all tenants. Without secrets.",
    answers: { 200: { description: 'Keys by name.', content: json(keyListSchema) } },
    problems: [],
  },
  {
    ...written,
    method: 'POST',
    path: '/v1/keys',
    demands: adminOrOperator,
    summary: 'Create an API key',
    description: 'A key grants nothing that the caller lacks. The secret is shown in this response alone.',
    body: keyBodySchema,
    answers: { 201: { description: 'The key with its secret.', content: json(createdKeySchema) } },
    problems: ['not_found', 'name_taken', 'configuration_invalid'],
  },
  {
    ...written,
    method: 'DELETE',
    path: '/v1/keys/{name}',
    demands: adminOrOperator,
    summary: 'Delete an API key',
    description:
      'Also ends its event streams; a key of the keys file stays there, without effect. A key never changes, so no `If-Match` is needed.',
    answers: { 204: { description: 'Deleted.' } },
    problems: ['not_found'],
  },
  {
    ...written,
    method: 'GET',
    path: '/v1/revisions',
    demands: adminOrOperator,
    summary: 'List the changes of the configuration and of samples, newest first',
    description:
      "Of the tenant's agents, keys and models; with the scope `operate`, all. Samples are those of the caller's tenant in either case; their changes are kept for 90 days, at most 10,000 per connection. Retirements by the check of the model are not listed.",
    query: revisionQuery,
    answers: { 200: { description: 'Who changed what when.', content: json(revisionPageSchema) } },
    problems: [],
  },
  {
    ...written,
    method: 'GET',
    path: '/v1/revisions/{id}',
    demands: adminOrOperator,
    summary: 'Get a change with the texts before and after it',
    answers: { 200: { description: 'The change, without secrets.', content: json(revisionViewSchema) } },
    problems: ['not_found'],
  },
  {
    ...written,
    method: 'POST',
    path: '/v1/revisions/{id}/restore',
    demands: adminOrOperator,
    summary: 'Restore an item as it was after or before a change',
    description: `A revision like any other, so it can be undone too. ${takesEffect} A sample takes effect with the next question. It needs the scope \`sql:read\` if its statement changes, and a statement that is approved then is checked against the model.`,
    headers: { 'If-Match': 'Optional: the `ETag` that was read.' },
    query: restoreQuery,
    answers: { 200: { description: 'The revision.', content: json(revisionViewSchema), headers: etag } },
    problems: [
      'not_found',
      'connection_unavailable',
      'connection_misconfigured',
      'precondition_failed',
      'configuration_invalid',
      'statement_unfit',
    ],
  },
  {
    ...written,
    method: 'GET',
    path: '/v1/export',
    demands: { scopes: ['admin', 'operate'], sqlRead: true },
    summary: 'Export the configuration as files',
    description:
      'Also needs the scope `sql:read`. With the scope `operate` all files of a configuration folder; else the agents of the tenant and the models of its connections. Approved samples that were added for the tenant of the caller are lines of `samples/<connection>@<tenant>.jsonl`. Encrypted secrets stay encrypted, and plain ones are left out.',
    answers: { 200: { description: 'Files by path.', content: json(exportSchema) } },
    problems: [],
  },
];
