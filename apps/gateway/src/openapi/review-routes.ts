import { samplePatchSchema, sampleViewSchema } from '../admin/sample-schemas';
import { conversationListQuery, conversationPageSchema } from '../conversations/conversation-schemas';
import { feedbackListQuery, feedbackPageSchema } from '../feedback/feedback-schemas';
import { feedbackPlan, samplePlan } from '../leak/gate-plans';
import { admin, asker, json, type Answer, type Route } from './route-parts';

const sample: Answer = {
  description: 'The sample.',
  content: json(sampleViewSchema),
  headers: { ETag: 'Tag of the sample, for `If-Match`.' },
};

/** Routes that list what askers did, and with which an administrator reviews it. */
export const reviewRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/feedback',
    plan: { feedback: feedbackPlan, nextCursor: 'untouched' },
    demands: admin,
    tag: 'Administer',
    summary: 'List the ratings of answers, newest first',
    description:
      "Of the caller's tenant, for 90 days. Corrected statements are shown to keys with the scope `sql:read`.",
    query: feedbackListQuery,
    answers: { 200: { description: 'Ratings.', content: json(feedbackPageSchema) } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/conversations',
    demands: asker,
    tag: 'Ask',
    summary: 'List conversations, the one with the last question first',
    description:
      "The caller's own; with the scope `admin`, those of the tenant. A conversation is listed as long as the runs of its last question are kept.",
    query: conversationListQuery,
    answers: { 200: { description: 'Conversations.', content: json(conversationPageSchema) } },
    problems: [],
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
    problems: [
      'not_found',
      'connection_unknown',
      'connection_unavailable',
      'connection_misconfigured',
      'sample_in_file',
      'statement_unfit',
      'precondition_failed',
    ],
  },
];
