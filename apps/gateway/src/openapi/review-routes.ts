import { samplePatchSchema, sampleViewSchema } from '../admin/sample-schemas';
import { samplePlan } from '../leak/gate-plans';
import { admin, json, own, submitting, type Answer, type Route } from './route-parts';

const sample: Answer = {
  description: 'The sample.',
  content: json(sampleViewSchema),
  headers: { ETag: 'Tag of the sample, for `If-Match`.' },
};

/** Routes with which an administrator reviews what askers did. */
export const reviewRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/connections/{name}/samples/{id}',
    plan: samplePlan,
    demands: admin,
    tag: 'Administer',
    summary: 'Get a sample question',
    answers: { 200: sample },
    problems: [...own, 'connection_unknown'],
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
    problems: [
      ...own,
      ...submitting,
      'connection_unknown',
      'connection_unavailable',
      'connection_misconfigured',
      'sample_in_file',
      'statement_unfit',
      'precondition_failed',
    ],
  },
];
