import { agentViewSchema, connectionDetailSchema, problemListSchema, statusSchema } from '../../admin/admin-schemas';
import { agentPlan, connectionDetailPlan, problemListPlan } from '../../leak/gate-plans';
import { agentListSchema, modelViewSchema, snapshotSchema } from '../plain-schemas';
import { connectionFileExample, modelFileExample } from '../examples/texts';
import { admin, adminWithSql, json, operator, text, type Route } from '../route-parts';

/** Routes that show a connection, its model and the agents. */
export const connectionRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/connections/{name}',
    plan: connectionDetailPlan,
    demands: operator,
    tag: 'Administer',
    summary: 'Get a connection, its configuration problems, and the privileges of its logins',
    answers: {
      200: {
        description: 'The connection, without its address and password.',
        content: { ...json(connectionDetailSchema), 'application/yaml': text(connectionFileExample) },
        headers: { ETag: 'Tag of the connection, for `If-Match`.' },
      },
    },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'GET',
    path: '/v1/problems',
    plan: problemListPlan,
    demands: operator,
    tag: 'Administer',
    summary: 'List the mistakes in all files of the configuration',
    description:
      'Also in files of connections that are not listed because their file has never been valid. Messages are shown to keys with the scope `sql:read`, in Chinese or English by `Accept-Language`.',
    answers: { 200: { description: 'Mistakes, with file and line.', content: json(problemListSchema) } },
    problems: [],
  },
  {
    method: 'POST',
    path: '/v1/connections/{name}/refresh',
    plan: connectionDetailPlan.status,
    demands: operator,
    tag: 'Administer',
    summary: 'Read the schema again',
    answers: {
      202: {
        description: 'Requested; the current status.',
        content: json(statusSchema),
      },
    },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'GET',
    path: '/v1/connections/{name}/schema',
    demands: adminWithSql,
    tag: 'Administer',
    summary: "Get the schema as the tenant's login last read it",
    description: 'Also needs the scope `sql:read`.',
    answers: { 200: { description: 'The snapshot.', content: json(snapshotSchema) } },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'GET',
    path: '/v1/connections/{name}/model',
    demands: { scopes: ['admin', 'operate'], sqlRead: true },
    tag: 'Administer',
    summary: 'Get the semantic model in use: the derived model with the overrides of its file',
    description: 'Also needs the scope `sql:read`. As YAML: the file alone.',
    answers: {
      200: {
        description: 'The model, and the problems in its file.',
        headers: { ETag: 'Tag of the file, for `If-Match`; absent if there is none.' },
        content: {
          'application/yaml': text(modelFileExample),
          ...json(modelViewSchema),
        },
      },
    },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'GET',
    path: '/v1/agents',
    plan: { agents: agentPlan },
    demands: admin,
    tag: 'Administer',
    summary: 'List the agents of the connections that are open to the tenant',
    answers: { 200: { description: 'Agents.', content: json(agentListSchema) } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/agents/{name}',
    plan: agentPlan,
    demands: admin,
    tag: 'Administer',
    summary: 'Get an agent',
    answers: {
      200: {
        description: 'The agent.',
        content: json(agentViewSchema),
        headers: { ETag: 'Tag of the agent, for `If-Match`.' },
      },
    },
    problems: ['not_found'],
  },
];
