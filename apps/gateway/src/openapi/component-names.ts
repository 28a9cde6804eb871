import { problemSchema, replyBodySchema, resultPageSchema, runViewSchema, submitBodySchema } from '@querent/contracts';
import type { z } from 'zod';
import { agentViewSchema, connectionDetailSchema, preferenceListSchema } from '../admin/admin-schemas';
import { sampleBodySchema, sampleListSchema, samplePatchSchema, sampleViewSchema } from '../admin/sample-schemas';
import { auditPageSchema } from '../audit/audit-schemas';
import {
  createdKeySchema,
  exportSchema,
  keyBodySchema,
  revisionPageSchema,
  revisionViewSchema,
  validationSchema,
  writtenSchema,
} from '../configuration/configuration-schemas';
import { impactSchema } from '@querent/impact';
import { sessionBodySchema } from '../auth/sessions/session.controller';
import { conversationPageSchema } from '../conversations/conversation-schemas';
import { feedbackBodySchema, feedbackPageSchema, feedbackViewSchema } from '../feedback/feedback-schemas';
import { protectedResourceSchema } from '../mcp/protected-resource';
import { deadLetterPageSchema } from '../operate/dead-letter-page';
import { usageSchema } from '../operate/usage.controller';
import { previewBodySchema, previewViewSchema } from '../preview/preview-schemas';
import { erasureBodySchema, erasureLeftSchema, erasureViewSchema } from '../privacy/erasure-schemas';
import { explainBodySchema, explanationSchema } from '../submit/explain-question';
import { problemExample, questionExample, replyExample, resultPageExample, runExample } from './body-examples';
import * as plain from './plain-schemas';

/** Names of the schemas of requests and responses in the OpenAPI document. */
export const componentNames: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [submitBodySchema, 'Question'],
  [replyBodySchema, 'Reply'],
  [runViewSchema, 'Run'],
  [sessionBodySchema, 'SessionBody'],
  [plain.runPageSchema, 'RunPage'],
  [resultPageSchema, 'ResultPage'],
  [problemSchema, 'Problem'],
  [explainBodySchema, 'ExplainBody'],
  [explanationSchema, 'Explanation'],
  [previewBodySchema, 'PreviewBody'],
  [previewViewSchema, 'Preview'],
  [feedbackBodySchema, 'FeedbackBody'],
  [feedbackViewSchema, 'Feedback'],
  [feedbackPageSchema, 'FeedbackPage'],
  [conversationPageSchema, 'ConversationPage'],
  [plain.connectionListSchema, 'ConnectionList'],
  [connectionDetailSchema, 'Connection'],
  [plain.connectionStateSchema, 'ConnectionState'],
  [plain.snapshotSchema, 'SchemaSnapshot'],
  [plain.modelViewSchema, 'SemanticModel'],
  [validationSchema, 'ModelValidation'],
  [plain.modelDraftSchema, 'ModelDraft'],
  [impactSchema, 'ModelComparison'],
  [sampleListSchema, 'SamplePage'],
  [sampleBodySchema, 'SampleBody'],
  [samplePatchSchema, 'SamplePatch'],
  [sampleViewSchema, 'Sample'],
  [plain.agentListSchema, 'AgentList'],
  [agentViewSchema, 'Agent'],
  [plain.itemBodySchema, 'ItemBody'],
  [writtenSchema, 'WrittenItem'],
  [plain.keyListSchema, 'KeyList'],
  [keyBodySchema, 'KeyBody'],
  [createdKeySchema, 'CreatedKey'],
  [revisionPageSchema, 'RevisionPage'],
  [revisionViewSchema, 'Revision'],
  [exportSchema, 'Export'],
  [deadLetterPageSchema, 'DeadLetterPage'],
  [plain.continuedRunSchema, 'ContinuedRun'],
  [preferenceListSchema, 'PreferenceList'],
  [plain.forgottenSchema, 'ForgottenChoices'],
  [plain.clearedSchema, 'ClearedEntries'],
  [usageSchema, 'Usage'],
  [plain.webhookSecretSchema, 'WebhookSecret'],
  [erasureLeftSchema, 'ErasureProgress'],
  [erasureBodySchema, 'ErasureBody'],
  [erasureViewSchema, 'Erasure'],
  [auditPageSchema, 'AuditPage'],
  [plain.rpcSchema, 'RpcMessage'],
  [protectedResourceSchema, 'ProtectedResource'],
  [plain.healthSchema, 'Health'],
  [plain.documentSchema, 'OpenApiDocument'],
]);

/** Examples of bodies, by the name of their component. */
export const componentExamples: Readonly<Record<string, object>> = {
  Question: questionExample,
  Reply: replyExample,
  Run: runExample,
  ResultPage: resultPageExample,
  Problem: problemExample,
};
