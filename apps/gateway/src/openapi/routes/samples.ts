import {
  sampleBodySchema,
  sampleDeleteQuery,
  sampleListQuery,
  sampleListSchema,
  samplePatchSchema,
  sampleViewSchema,
} from '../../admin/sample-schemas';
import { samplePlan } from '../../leak/gate-plans';
import { admin, adminWithSql, json, type Answer, type Route } from '../route-parts';

const sample: Answer = {
  description: 'The sample.',
  content: json(sampleViewSchema),
  headers: { ETag: 'Tag of the sample, for `If-Match`.' },
};

/** Problems of a route that checks a statement against the model. */
const checking = [
  'not_found',
  'connection_unknown',
  'connection_unavailable',
  'connection_misconfigured',
  'statement_unfit',
] as const;

/** Routes of sample questions. */
export const sampleRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/connections/{name}/samples',
    plan: { samples: samplePlan, nextCursor: 'untouched' },
    demands: admin,
    tag: 'Administer',
    summary: 'List the sample questions, newest first, those of the file last',
    query: sampleListQuery,
    description:
      "Samples of the connection's file and of the caller's tenant. Only `approved` ones are shown to a language model; `retired` ones no longer fit the model and become usable again when they do. Without the scope `sql:read`, statements and reasons are left out.",
    answers: { 200: { description: 'Samples.', content: json(sampleListSchema) } },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'POST',
    path: '/v1/connections/{name}/samples',
    demands: adminWithSql,
    tag: 'Administer',
    summary: 'Add a sample question',
    body: sampleBodySchema,
    description:
      "For the caller's tenant; also needs the scope `sql:read`. The statement is checked against the model and stored without comments; it is not run.",
    answers: {
      200: {
        description: 'An equal sample that exists already, whichever key added it; nothing is stored twice.',
        content: json(sampleViewSchema),
      },
      201: { description: 'The sample.', content: json(sampleViewSchema) },
    },
    problems: [...checking],
  },
  {
    method: 'POST',
    path: '/v1/connections/{name}/samples/{id}/approve',
    plan: samplePlan,
    demands: admin,
    tag: 'Administer',
    summary: 'Approve a pending sample (idempotent)',
    answers: { 200: { description: 'The sample.', content: json(sampleViewSchema) } },
    problems: [...checking, 'sample_in_file'],
  },
  {
    method: 'DELETE',
    path: '/v1/connections/{name}/samples',
    demands: admin,
    tag: 'Administer',
    summary: 'Delete a sample',
    query: sampleDeleteQuery,
    answers: { 204: { description: 'Deleted.' } },
    problems: ['not_found', 'connection_unknown', 'sample_in_file'],
  },
  {
    method: 'GET',
    path: '/v1/connections/{name}/samples/{id}',
    plan: samplePlan,
    demands: admin,
    tag: 'Administer',
    summary: 'Get a sample question',
    answers: { 200: sample },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'PATCH',
    path: '/v1/connections/{name}/samples/{id}',
    plan: samplePlan,
    demands: admin,
    tag: 'Administer',
    summary: 'Review a sample: approve, reject or correct it',
    description:
      'A statement that becomes approved, or is corrected, is checked against the model; it is not run. A rejected sample is never used, and equal pairs are not proposed again. The audit trail has the sample before and after; another PATCH undoes the review.',
    headers: { 'If-Match': 'The `ETag` that was read.' },
    body: samplePatchSchema,
    answers: { 200: sample },
    problems: [...checking, 'sample_in_file', 'precondition_failed'],
  },
];
