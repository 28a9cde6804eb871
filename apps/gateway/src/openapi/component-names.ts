import { deadLetterSchema } from '@querent/saga';
import {
  answeredClarificationSchema,
  answerViewSchema,
  attemptSchema,
  cellSchema,
  clarificationSchema,
  connectionViewSchema,
  errorCodeSchema,
  intentViewSchema,
  localeSchema,
  problemSchema,
  replyBodySchema,
  resultColumnSchema,
  resultPageSchema,
  resultViewSchema,
  runErrorSchema,
  runStatusSchema,
  runViewSchema,
  stepSchema,
  submitBodySchema,
  usageSchema as runUsageSchema,
} from '@querent/contracts';
import {
  changeSchema,
  definitionCheckSchema,
  definitionChecksSchema,
  impactSchema,
  impactSummarySchema,
  readingSchema,
} from '@querent/impact';
import type { z } from 'zod';
import {
  agentViewSchema,
  connectionDetailSchema,
  findingSchema,
  labelSchema,
  limitsSchema,
  loginSchema,
  mistakeSchema,
  preferenceListSchema,
  preferenceSchema,
  problemListSchema,
  statusSchema,
} from '../admin/admin-schemas';
import { sampleBodySchema, sampleListSchema, samplePatchSchema, sampleViewSchema } from '../admin/sample-schemas';
import { auditPageSchema, recordedEntrySchema } from '../audit/audit-schemas';
import { browserTokenBodySchema, browserTokenViewSchema } from '../auth/browser-tokens/browser-tokens.controller';
import { signInMethodsSchema } from '../auth/oidc/sign-in.controller';
import { sessionBodySchema, sessionViewSchema, signedOutSchema } from '../auth/sessions/session.controller';
import {
  createdKeySchema,
  exportSchema,
  itemStateSchema,
  keyBodySchema,
  keyViewSchema,
  modelMistakeSchema,
  revisionPageSchema,
  revisionSummarySchema,
  revisionViewSchema,
  validationSchema,
  withheldSchema,
  writtenSchema,
} from '../configuration/configuration-schemas';
import { conversationPageSchema, conversationSchema } from '../conversations/conversation-schemas';
import {
  feedbackBodySchema,
  feedbackItemSchema,
  feedbackPageSchema,
  feedbackViewSchema,
} from '../feedback/feedback-schemas';
import { protectedResourceSchema } from '../mcp/protected-resource';
import { deadLetterPageSchema } from '../operate/dead-letter-page';
import { runDiagnosisSchema } from '../operate/run-diagnosis.controller';
import { usageSchema } from '../operate/usage.controller';
import { dismissalBodySchema, dismissalPageSchema, dismissalSchema } from '../dismissals/dismissal-schemas';
import { pinBodySchema, pinListSchema, pinPatchSchema, pinSchema } from '../pins/pin-schemas';
import {
  previewAlternativeSchema,
  previewBodySchema,
  previewClarificationSchema,
  previewGapSchema,
  previewPartSchema,
  previewViewSchema,
  spokenWordSchema,
  wordListSchema,
} from '../preview/preview-schemas';
import { erasureBodySchema, erasureLeftSchema, erasureViewSchema } from '../privacy/erasure-schemas';
import { shareViewSchema } from '../runs/run-share';
import { runSummarySchema } from '../runs/run-summary';
import {
  explainBodySchema,
  explainedReadingSchema,
  explainedStepSchema,
  explainedUnitSchema,
  explanationSchema,
} from '../submit/explain-question';
import { administrationExamples } from './examples/administration';
import { questionExamples } from './examples/questions';
import * as plain from './plain-schemas';

/** Parts of bodies that several bodies contain, or that are large. */
const parts: [z.ZodType, string][] = [
  [cellSchema, 'Cell'],
  [localeSchema, 'Locale'],
  [errorCodeSchema, 'ErrorCode'],
  [runStatusSchema, 'RunStatus'],
  [runSummarySchema, 'RunSummary'],
  [clarificationSchema, 'Clarification'],
  [clarificationSchema.shape.options.element, 'ClarificationOption'],
  [answeredClarificationSchema, 'AnsweredClarification'],
  [intentViewSchema, 'Intent'],
  [answerViewSchema, 'Answer'],
  [resultViewSchema, 'RunResult'],
  [resultColumnSchema, 'Column'],
  [stepSchema, 'Step'],
  [attemptSchema, 'Attempt'],
  [runErrorSchema, 'RunError'],
  [runUsageSchema, 'RunUsage'],
  [connectionViewSchema, 'ConnectionSummary'],
  [explainedUnitSchema, 'ExplainedUnit'],
  [explainedReadingSchema, 'ExplainedReading'],
  [explainedStepSchema, 'ExplainedStep'],
  [previewPartSchema, 'PreviewPart'],
  [previewAlternativeSchema, 'PreviewAlternative'],
  [previewClarificationSchema, 'PreviewClarification'],
  [previewGapSchema, 'PreviewGap'],
  [spokenWordSchema, 'Word'],
  [feedbackItemSchema, 'RatedRun'],
  [conversationSchema, 'Conversation'],
  [labelSchema, 'Label'],
  [mistakeSchema, 'ConfigurationMistake'],
  [limitsSchema, 'ConnectionLimits'],
  [loginSchema, 'ConnectionLogin'],
  [findingSchema, 'LoginFinding'],
  [modelMistakeSchema, 'ModelMistake'],
  [readingSchema, 'Reading'],
  [changeSchema, 'ReadingChange'],
  [impactSummarySchema, 'ReadingCounts'],
  [preferenceSchema, 'Preference'],
  [keyViewSchema, 'Key'],
  [revisionSummarySchema, 'RevisionSummary'],
  [itemStateSchema, 'ItemState'],
  [withheldSchema, 'WithheldSecret'],
  [deadLetterSchema, 'DeadLetter'],
  [recordedEntrySchema, 'AuditEntry'],
];

/** Bodies of requests and responses. */
const bodies: [z.ZodType, string][] = [
  [submitBodySchema, 'Question'],
  [replyBodySchema, 'Reply'],
  [runViewSchema, 'Run'],
  [browserTokenBodySchema, 'BrowserTokenBody'],
  [browserTokenViewSchema, 'BrowserToken'],
  [sessionBodySchema, 'SessionBody'],
  [sessionViewSchema, 'Session'],
  [signedOutSchema, 'SignedOut'],
  [signInMethodsSchema, 'SignInMethods'],
  [plain.runPageSchema, 'RunPage'],
  [resultPageSchema, 'ResultPage'],
  [problemSchema, 'Problem'],
  [explainBodySchema, 'ExplainBody'],
  [explanationSchema, 'Explanation'],
  [previewBodySchema, 'PreviewBody'],
  [previewViewSchema, 'Preview'],
  [wordListSchema, 'WordList'],
  [shareViewSchema, 'Share'],
  [runDiagnosisSchema, 'RunDiagnosis'],
  [problemListSchema, 'ProblemList'],
  [feedbackBodySchema, 'FeedbackBody'],
  [feedbackViewSchema, 'Feedback'],
  [feedbackPageSchema, 'FeedbackPage'],
  [conversationPageSchema, 'ConversationPage'],
  [dismissalBodySchema, 'DismissalBody'],
  [dismissalPageSchema, 'DismissalPage'],
  [dismissalSchema, 'Dismissal'],
  [pinListSchema, 'PinList'],
  [pinBodySchema, 'PinBody'],
  [pinPatchSchema, 'PinPatch'],
  [pinSchema, 'Pin'],
  [plain.connectionListSchema, 'ConnectionList'],
  [connectionDetailSchema, 'Connection'],
  [statusSchema, 'ConnectionState'],
  [plain.snapshotSchema, 'SchemaSnapshot'],
  [plain.modelViewSchema, 'SemanticModel'],
  [validationSchema, 'ModelValidation'],
  [plain.modelDraftSchema, 'ModelDraft'],
  [definitionCheckSchema, 'DefinitionCheck'],
  [definitionChecksSchema, 'DefinitionChecks'],
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
];

/** Names of schemas in the OpenAPI document. */
export const componentNames: ReadonlyMap<z.ZodType, string> = new Map([...bodies, ...parts]);
/** Names of the schemas of bodies; each has an example. */
export const bodyNames: readonly string[] = bodies.map(([, name]) => name);

/** Examples of bodies, by the name of their component. */
export const componentExamples: Readonly<Record<string, object>> = { ...questionExamples, ...administrationExamples };
