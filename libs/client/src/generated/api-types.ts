/* Generated from the OpenAPI document by infra/tools/client/api-types.spec.ts with UPDATE_PAGES=1. */
/* eslint-disable max-len */

export type Question = {
  /** 1 to 2,000 characters, in Chinese or English */
  question: string;
  /** name of the connection to ask */
  connection: string;
  /** language of the answer; when absent that of the question */
  locale?: Locale;
  /** IANA time zone of dates in the question and the answer; when absent that of the connection */
  timezone?: string;
  /** the client's name of a conversation, private to its key: a follow-up continues the last answered question */
  conversationId?: string;
  /** name of an agent, with its filters and instructions; none when absent */
  agent?: string;
  /** `fast` leaves out what the installation sets, such as the chart; `full` nothing; `auto` (default) decides by the question */
  mode?: 'auto' | 'fast' | 'full';
  /** `bypass` uses no cached answer or statement; default `use` */
  cache?: 'use' | 'bypass';
  /** limit of rows, within that of the connection */
  maxRows?: number;
  /** address that is called at each pause and at the end of the run */
  callbackUrl?: string;
};

export type Reply = {
  /** `clarification.id` of the run */
  clarificationId: string;
  /** `id` of the chosen option */
  optionId: string;
} | {
  /** `clarification.id` of the run */
  clarificationId: string;
  /** the reply in own words, if `allowText` is true */
  text: string;
};

export type Run = {
  /** id of the run */
  id: string;
  /** state of the run; `succeeded`, `failed`, `cancelled` and `expired` are final */
  status: RunStatus;
  /** the question as submitted */
  question: string;
  /** name of the connection that is asked */
  connection: string;
  /** language of the answer */
  locale: Locale;
  /** the client's name of the conversation; null: none */
  conversationId: string | null;
  /** time of the submission, ISO 8601 in UTC */
  createdAt: string;
  /** time of the last change */
  updatedAt: string;
  /** time of the end; null: the run goes on */
  finishedAt: string | null;
  /** how the question is processed; null: not decided yet */
  mode: 'fast' | 'full' | null;
  /** what kind of question it is; null: not known yet */
  intent: Intent | null;
  /** the question in explicit words, as it was understood */
  refinedQuestion: string | null;
  /** the question that awaits a reply; null: none */
  clarification: Clarification | null;
  /** earlier clarifications with their replies */
  clarifications: AnsweredClarification[];
  /** the cache that answered */
  cache: {
    /** `l1`: exact cache, `l2`: semantic cache */
    level: 'none' | 'l1' | 'l2';
    /** 0 to 1, of the cached question; null: not compared */
    similarity: number | null;
  };
  /** the answer in words; null: there is none yet, or the run failed */
  answer: Answer | null;
  /** the rows; null: there are none yet, or the run failed */
  result: RunResult | null;
  /** the chart; null: there is none */
  chart: {
    /** an ECharts option */
    spec: {
      [key: string]: unknown;
    };
    /** path of the chart as SVG */
    href: string;
  } | null;
  /** the statement that ran; null: shown to keys with the scope `sql:read` */
  sql: string | null;
  /** tried statements, oldest first */
  attempts: Attempt[];
  /** progress, oldest first */
  steps: Step[];
  /** why the run failed; null: it did not */
  error: RunError | null;
  /** resources that the run has used */
  usage: RunUsage;
};

export type BrowserTokenBody = {
  /** the user, by any lasting id; a later token of the same user and key sees the same questions */
  user: string;
  /** connections that the user may ask; absent: those of the key */
  connections?: string[];
  /** life of the token */
  minutes?: number;
};

export type BrowserToken = {
  /** for the header Authorization, with Bearer before it */
  token: string;
  /** end of the token */
  expiresAt: string;
};

export type SessionBody = {
  /** an API key, as in the header Authorization */
  key: string;
};

export type Session = {
  /** name of the key, or of the caller of a token */
  name: string;
  /** how the issuer names the person who signed in; null: the session is of a key, or has no name */
  displayName: string | null;
  /** name of the tenant */
  tenant: string;
  /** what the caller may do */
  scopes: ('query' | 'sql:read' | 'admin' | 'operate')[];
  /** connections that the caller may ask; null: all of its tenant */
  connections: string[] | null;
  /** end of the session, if it is not used again, or of the key or token, whichever is first; null: no end */
  expiresAt: string | null;
};

export type SignedOut = {
  /** address at the issuer where the browser must go to be signed out there too */
  href: string;
};

export type SignInMethods = {
  /** an API key opens a session */
  key: true;
  /** sign-in with the issuer of tokens; null: it is not configured */
  oidc: {
    /** text of the button; null: the page has its own */
    label: string | null;
    /** address that begins a sign-in, for the browser itself */
    href: string;
  } | null;
};

export type RunPage = {
  /** newest first */
  runs: RunSummary[];
  /** `cursor` of the next page; null: this is the last */
  nextCursor: string | null;
};

export type ResultPage = {
  /** columns of the rows, in their order */
  columns: Column[];
  /** the rows of the page; a row has its cells in the order of the columns */
  rows: (Cell[])[];
  /** number of rows of the whole result */
  rowCount: number;
  /** a limit cut the result */
  truncated: boolean;
  /** `cursor` of the next page; null: this is the last */
  nextCursor: string | null;
};

export type Problem = {
  /** `urn:querent:problem:` and the code */
  type: string;
  /** short text for users */
  title: string;
  /** HTTP status */
  status: number;
  /** stable code of the problem */
  code: ErrorCode;
  /** text for users, in their language */
  detail: string;
  /** what the user can do */
  actions?: string[];
  /** mistakes in the request, each with its path */
  errors?: ({
    /** path of the field */
    path: string;
    /** the mistake in words */
    message: string;
    /** line in the text that was sent, from 1 */
    line?: number;
  })[];
  /** unified diff from what is in force to what was sent */
  difference?: string;
  /** id of the request, as in the header `X-Request-Id` */
  requestId?: string;
};

export type ExplainBody = {
  /** 1 to 2,000 characters, in Chinese or English */
  question: string;
  /** name of the connection to ask */
  connection: string;
  /** language of the answer; when absent that of the question */
  locale?: Locale;
  /** IANA time zone of dates in the question and the answer; when absent that of the connection */
  timezone?: string;
};

export type Explanation = {
  /** the decision */
  outcome: {
    /** what the planner would do */
    kind: 'planned' | 'ambiguous' | 'unsupported' | 'chitchat';
    /** the question in explicit words, the question to the asker, or the refusal */
    text: string;
  };
  /** meanings of words, also those that no reading uses */
  units: ExplainedUnit[];
  /** words without a meaning */
  unknown: string[];
  /** the work of the parser */
  chart: {
    /** number of meanings built */
    items: number;
    /** a bound on the work was reached */
    cut: boolean;
  };
  /** readings of the whole question, cheapest first */
  readings: ExplainedReading[];
  /** cost above which a reading is not answered */
  ceiling: number;
  /** a reading with another meaning within this cost of the best is asked about */
  margin: number;
};

export type PreviewBody = {
  /** 1 to 2,000 characters, in Chinese or English */
  question: string;
  /** name of the connection to ask */
  connection: string;
  /** language of the answer; when absent that of the question */
  locale?: Locale;
  /** IANA time zone of dates in the question and the answer; when absent that of the connection */
  timezone?: string;
  /** the client's name of a conversation, private to its key: a follow-up continues the last answered question */
  conversationId?: string;
  /** name of an agent, with its filters and instructions; none when absent */
  agent?: string;
  /** how many other meanings of the parts are sought: `none`; `few`, as many as a few milliseconds allow (default); `all`, up to 8 a part, which counts as 10 previews */
  alternatives?: 'none' | 'few' | 'all';
};

export type Preview = {
  /** `planned`: read without a doubt; `ambiguous`: the asker would be asked; `uncovered`: some words cannot be read; `unsupported`: no question about the data */
  kind: 'planned' | 'ambiguous' | 'uncovered' | 'unsupported';
  /** the question in explicit words, the question to the asker, or the reason why it cannot be read */
  text: string;
  /** the words with a meaning, in their order */
  parts: PreviewPart[];
  /** of an ambiguous question */
  clarification?: PreviewClarification;
  /** the words without a meaning, in their order */
  uncovered: PreviewGap[];
};

export type WordList = {
  /** each text once; at most 2,000 */
  words: Word[];
};

export type Share = {
  /** value of the header `Querent-Share` */
  token: string;
};

export type RunDiagnosis = {
  /** name of the key that asked, or of the caller of a token */
  askedBy: string;
  /** id of its OpenTelemetry trace, which log lines have too */
  traceId: string;
  /** address of the trace in the operator’s viewer; null: none is configured */
  traceUrl: string | null;
  /** the last technical error; null: there is none, or it is shown to keys with the scope `sql:read` */
  cause: string | null;
  /** its jobs and webhooks that used up their attempts, newest first */
  deadLetters: DeadLetter[];
};

export type ProblemList = {
  /** by file */
  problems: ConfigurationMistake[];
};

export type FeedbackBody = {
  /** whether the answer was right */
  rating: 'up' | 'down';
  /** for administrators; at most 2,000 characters */
  comment?: string;
  /** one SELECT that answers the question; needs the scope `sql:read` */
  correctedSql?: string;
};

export type Feedback = {
  /** whether the answer was right */
  rating: 'up' | 'down';
  /** null: none */
  comment: string | null;
  /** whether a corrected statement was submitted */
  corrected: boolean;
  /** status of the sample question that was made of it; null: none was made */
  sample: 'approved' | 'pending' | null;
  /** time of the rating, ISO 8601 in UTC */
  at: string;
};

export type FeedbackPage = {
  /** newest first */
  feedback: RatedRun[];
  /** a page may be short, even empty, while this is not null */
  nextCursor: string | null;
};

export type ConversationPage = {
  /** the one with the last question first */
  conversations: Conversation[];
  /** `cursor` of the next page; null: this is the last */
  nextCursor: string | null;
};

export type DismissalBody = {
  /** id of the run */
  runId: string;
  /** the rating to dismiss; absent: the question of the run */
  rating?: {
    /** name of the key or token caller that rated */
    by: string;
    /** time of the rating, from the list of ratings; a later rating is another one */
    at: string;
  };
};

export type DismissalPage = {
  /** newest first */
  dismissals: Dismissal[];
  /** `cursor` of the next page; null: this is the last */
  nextCursor: string | null;
};

export type Dismissal = {
  /** id of the dismissal */
  id: string;
  /** id of the run */
  runId: string;
  /** the dismissed rating; null: the question of the run */
  rating: {
    /** name of the key or token caller that rated */
    by: string;
    /** time of the rating, from the list of ratings; a later rating is another one */
    at: string;
  } | null;
  /** connection of the run; null: rated by an earlier version */
  connection: string | null;
  /** name of the key or token caller that dismissed it */
  dismissedBy: string;
  /** time of the dismissal, ISO 8601 in UTC */
  dismissedAt: string;
};

export type PinList = {
  /** in the order of the board */
  pins: Pin[];
};

export type PinBody = {
  /** 1 to 2,000 characters, in Chinese or English */
  question: string;
  /** name of the connection to ask */
  connection: string;
  /** IANA time zone of dates in the question and the answer; when absent that of the connection */
  timezone?: string;
  /** name of an agent, with its filters and instructions; none when absent */
  agent?: string;
  /** heading on the board; null or absent: none */
  title?: string | null;
};

export type PinPatch = {
  /** new heading; null: none; absent: unchanged */
  title?: string | null;
  /** new position on the board, from 0; beyond the end: the last; absent: unchanged */
  position?: number;
};

export type Pin = {
  /** id of the pin */
  id: string;
  /** the question that is asked again each time */
  question: string;
  /** name of the connection */
  connection: string;
  /** IANA time zone; null: that of the connection */
  timezone: string | null;
  /** name of the agent; null: none */
  agent: string | null;
  /** time at which it was pinned, ISO 8601 in UTC */
  createdAt: string;
  /** heading on the board; null: none */
  title: string | null;
};

export type ConnectionList = {
  /** by name */
  connections: ConnectionSummary[];
};

export type Connection = {
  /** name of the connection */
  name: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
  /** the file in force; secrets are null. Null: shown to keys with the scope `sql:read` */
  file: {
    [key: string]: unknown;
  } | null;
  /** name for users */
  label: Label;
  /** schema of the database; null: shown to keys with the scope `sql:read` */
  schema: string | null;
  /** the tenants that may ask it; null: every tenant */
  tenants: string[] | null;
  /** limits of its statements */
  limits: ConnectionLimits;
  /** user-defined functions that statements may call; null: shown to keys with the scope `sql:read` */
  functions: string[] | null;
  /** its login may be a superuser */
  allowSuperuser: boolean;
  /** null: as the connection URL sets it */
  tls: 'disable' | 'require' | 'verify-ca' | 'verify-full' | null;
  /** example questions */
  examples: {
    /** in Chinese */
    zh: string[];
    /** in English */
    en: string[];
  };
  /** of the login with the worst status */
  status: ConnectionState;
  /** the database logins that its statements run as */
  logins: ConnectionLogin[];
  /** mistakes in its files */
  problems: ConfigurationMistake[];
};

export type ConnectionState = {
  /** `ready`: it can be asked; `preparing`: its schema is being read; `unavailable`: the database is not reached; `misconfigured`: its files have mistakes */
  state: 'ready' | 'preparing' | 'unavailable' | 'misconfigured';
  /** time of the last change of the state; null: unknown */
  since: string | null;
  /** reason of a failure; null: there is none */
  detail: string | null;
};

export type SchemaSnapshot = {
  [key: string]: unknown;
};

export type SemanticModel = {
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
  /** the file in force; null: there is none */
  file: {
    [key: string]: unknown;
  } | null;
  /** the derived model with the overrides of the file */
  model: {
    [key: string]: unknown;
  };
  /** mistakes in the file, with path and line */
  problems: ({
    [key: string]: unknown;
  })[];
  /** remarks about the file that do not prevent its use */
  notes?: ({
    [key: string]: unknown;
  })[];
};

export type ModelValidation = {
  /** there is no mistake */
  valid: boolean;
  /** every mistake, with its path and line */
  problems: ModelMistake[];
};

export type ModelDraft = {
  /** text of a model file */
  yaml: string;
};

export type DefinitionCheck = {
  /** kind of entry in the model file */
  kind: 'metric' | 'term' | 'entity';
  /** its name for readers */
  label: string;
  /** its path in the model file; shown to keys with the scope `sql:read` */
  path: string;
  /** its line in the draft, from 1; null: the draft was not sent as text */
  line: number | null;
  /** `calculates`: it was calculated over all rows; `fails`: the database could not calculate it on the stored data; `too_slow`: it was not calculated within the limits of time and cost; `not_checked`: it was not calculated, for example because the database was away */
  state: 'calculates' | 'fails' | 'too_slow' | 'not_checked';
  /** the reason in words, by `Accept-Language`; null: it calculates */
  message: string | null;
  /** the database's message; null: there is none, or it is shown to keys with the scope `sql:read` */
  cause: string | null;
  /** the figure over all rows, for a term or an entity the number of its rows; null: there is none, or it is shown to keys with the scope `sql:read` */
  value: string | null;
};

export type DefinitionChecks = {
  /** state of the check; `not_checked`: no executor did it in time, or the key that began has no scope `sql:read` */
  status: 'working' | 'done' | 'not_checked';
  /** the new and changed definitions of the draft, in its order */
  checks: DefinitionCheck[];
};

export type ModelComparison = {
  /** id of the comparison */
  id: string;
  /** name of the connection */
  connection: string;
  /** state of the comparison; `done`, `cancelled` and `failed` are final */
  status: 'queued' | 'working' | 'done' | 'cancelled' | 'failed';
  /** time of the request, ISO 8601 in UTC */
  createdAt: string;
  /** time of the end; null: it goes on */
  finishedAt: string | null;
  /** progress in questions */
  progress: {
    /** questions that were read */
    done: number;
    /** questions in all */
    of: number;
  };
  /** distinct questions by class; null: not done yet */
  summary: ReadingCounts | null;
  /** the most severe first, then the most asked */
  changes: ReadingChange[];
  /** changes beyond the first 500 */
  changesLeftOff: number;
  /** distinct questions beyond the first 2,000, which were not read */
  questionsLeftOff: number;
  /** whether the changed definitions can be calculated on the data; ends independently of `status` */
  definitions: DefinitionChecks;
  /** why it failed; null: it did not */
  error: string | null;
};

export type SamplePage = {
  /** newest first, those of the file last */
  samples: Sample[];
  /** `cursor` of the next page; null: this is the last */
  nextCursor: string | null;
};

export type SampleBody = {
  /** a question as users ask it */
  question: string;
  /** one SELECT that answers it */
  sql: string;
  /** language of the question; when absent it is recognized */
  locale?: Locale;
};

export type SamplePatch = {
  /** `approved` when absent: a correction approves */
  status?: 'approved' | 'rejected' | 'pending';
  /** the corrected question */
  question?: string;
  /** the corrected statement; needs the scope `sql:read` */
  sql?: string;
};

export type Sample = {
  /** id of the sample */
  id: string;
  /** a question as users ask it */
  question: string;
  /** its statement; null: shown to keys with the scope `sql:read` */
  sql: string | null;
  /** language of the question; absent: not known */
  locale?: 'zh' | 'en';
  /** `file`: the configuration folder; `admin`: an administrator; `feedback`: a rating */
  source: 'file' | 'admin' | 'feedback';
  /** `pending` awaits an administrator; `retired`: its statement no longer fits the model */
  status: 'approved' | 'pending' | 'retired' | 'rejected';
  /** time of its creation, ISO 8601 in UTC; null for samples of files */
  createdAt: string | null;
  /** name of the key that added it; null for samples of files */
  by: string | null;
  /** model version for which the statement was last checked */
  modelVersion?: string;
  /** technical reason of the retirement */
  reason?: string;
  /** the rater's comment; for administrators, never for a prompt */
  comment?: string;
  /** key of the administrator who approved it */
  approvedBy?: string;
  /** key of the administrator who rejected it */
  rejectedBy?: string;
  /** ratings of answers that used it */
  votes?: {
    /** answers rated right */
    up: number;
    /** answers rated wrong */
    down: number;
  };
};

export type AgentList = {
  /** by name */
  agents: Agent[];
};

export type Agent = {
  /** name of the agent */
  name: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
  /** name for users; null: none */
  label: Label | null;
  /** text that language models receive with its questions */
  instructions: string;
  /** connections that it may be used with; null: every connection */
  connections: string[] | null;
  /** conditions that hold for all its questions; null: shown to keys with the scope `sql:read` */
  filters: ({
    [key: string]: unknown;
  })[] | null;
  /** settings of its charts; null: none */
  chart: {
    [key: string]: unknown;
  } | null;
  /** settings of its answers; null: none */
  answer: {
    [key: string]: unknown;
  } | null;
  /** mistakes that make the agent unusable on a connection */
  problems: ConfigurationMistake[];
};

export type ItemBody = {
  [key: string]: unknown;
};

export type WrittenItem = {
  /** kind of the item */
  kind: 'connection' | 'model' | 'agent' | 'key';
  /** name of the item */
  name: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
};

export type KeyList = {
  /** by name */
  keys: Key[];
};

export type KeyBody = {
  /** name of the key; it is shown in lists and in the audit trail */
  name: string;
  /** another tenant than the caller's needs the scope `operate` */
  tenant?: string;
  /** what the key may do */
  scopes: ('query' | 'sql:read' | 'admin' | 'operate')[];
  /** connections that it may ask; absent: all of its tenant */
  connections?: string[];
  /** time of expiry with its zone, ISO 8601; absent: the key does not expire */
  expiresAt?: string;
};

export type CreatedKey = {
  /** name of the key; it is shown in lists and in the audit trail */
  name: string;
  /** tenant of the key */
  tenant: string;
  /** what the key may do */
  scopes: ('query' | 'sql:read' | 'admin' | 'operate')[];
  /** connections that it may ask; absent: all of its tenant */
  connections?: string[];
  /** time of expiry with its zone, ISO 8601; absent: the key does not expire */
  expiresAt?: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
  /** the bearer token; it is shown here alone */
  secret: string;
};

export type RevisionPage = {
  /** newest first */
  revisions: RevisionSummary[];
  /** `cursor` of the next page; null: this is the last */
  nextCursor: string | null;
};

export type Revision = {
  /** id of the revision: a number from 1 without gaps, and for samples `s` and a number */
  id: string;
  /** time of the change, ISO 8601 in UTC */
  at: string;
  /** kind of the item */
  kind: 'connection' | 'model' | 'agent' | 'key' | 'sample';
  /** name of the connection, agent or key; a model and a sample have the name of their connection */
  name: string;
  /** tenant that owns the agent, key or sample; null: shared */
  tenant: string | null;
  /** what was done */
  action: 'put' | 'delete' | 'restore';
  /** id of the revision that was restored */
  of?: string;
  /** the state before that revision was restored, not the one after it */
  ofState?: 'before';
  /** the key that changed it */
  by: {
    /** tenant of the key */
    tenant: string;
    /** name of the key */
    key: string;
  };
  /** id of the sample; absent for other kinds */
  sample?: string;
  /** the item before the change; null: shown to keys with the scope `sql:read` */
  before: ItemState | null;
  /** the item after the change; null: shown to keys with the scope `sql:read` */
  after: ItemState | null;
};

export type Export = {
  /** texts by path in a configuration folder */
  files: {
    [key: string]: string;
  };
  /** secrets that are not part of the export, because they are stored as plain text; they are null in it */
  withheld: WithheldSecret[];
};

export type DeadLetterPage = {
  /** newest first */
  deadLetters: DeadLetter[];
  /** `cursor` of the next page; null: this is the last */
  nextCursor: string | null;
};

export type ContinuedRun = {
  /** the run that continues the dead letter */
  runId: string;
};

export type PreferenceList = {
  /** the last used first */
  preferences: Preference[];
};

export type ForgottenChoices = {
  /** number of forgotten choices */
  forgotten: number;
};

export type ClearedEntries = {
  /** number of forgotten entries */
  cleared: number;
};

export type Usage = {
  /** name of the tenant */
  tenant: string;
  /** day of the counts, in UTC */
  day: string;
  /** questions */
  questions: {
    /** questions asked today */
    today: number;
    /** most questions a minute */
    perMinute: number;
  };
  /** runs in progress */
  inFlight: {
    /** runs that have not ended */
    now: number;
    /** most of them */
    most: number;
  };
  /** finished runs and their results */
  kept: {
    /** bytes stored */
    bytes: number;
    /** bytes above which the oldest are deleted */
    most: number;
  };
  /** tokens of language models, prompts and replies together */
  llmTokens: {
    /** tokens used today */
    today: number;
    /** most tokens a day; null: no limit */
    perDay: number | null;
  };
  /** share of the workers relative to other tenants while several wait */
  weight: number;
};

export type WebhookSecret = {
  /** 64 hex digits; the text itself is the key */
  secret: string;
  /** the same key for libraries of Standard Webhooks: `whsec_` and base64 */
  standardSecret: string;
};

export type ErasureProgress = {
  /** name of the tenant */
  tenant: string;
  /** time of the request; null: no erasure is in progress */
  requestedAt: string | null;
  /** parts that are not erased yet. data: everything except vectors. vectors: those in a vector store; pending while the store or the retrieval workers are unavailable */
  pending: ('data' | 'vectors')[];
  /** true: everything is erased. false: the erasure continues automatically */
  complete: boolean;
};

export type ErasureBody = {
  /** the name of the tenant, repeated */
  confirm: string;
};

export type Erasure = {
  /** name of the tenant */
  tenant: string;
  /** time of the request */
  requestedAt: string;
  /** parts that are not erased yet. data: everything except vectors. vectors: those in a vector store; pending while the store or the retrieval workers are unavailable */
  pending: ('data' | 'vectors')[];
  /** true: everything is erased. false: the erasure continues automatically */
  complete: boolean;
  /** items erased so far, by kind */
  erased: {
    [key: string]: number;
  };
};

export type AuditPage = {
  /** oldest first */
  entries: AuditEntry[];
  /** a page may be short, even empty, while this is not null */
  nextCursor: string | null;
};

export type RpcMessage = {
  [key: string]: unknown;
};

export type ProtectedResource = {
  /** address of the resource */
  resource: string;
  /** name for users */
  resource_name: string;
  /** issuers of tokens; absent: API keys alone are accepted */
  authorization_servers?: string[];
  /** how a request sends its key or token */
  bearer_methods_supported: ('header')[];
  /** scopes that the tools use */
  scopes_supported: string[];
};

export type Health = {
  /** `ok`: alive, or ready; a check may fail nevertheless */
  status: 'ok' | 'unavailable';
  /** result of each check, by name */
  checks: {
    [key: string]: string;
  };
};

export type OpenApiDocument = {
  [key: string]: unknown;
};

export type Cell = string | number | boolean | null | Cell[] | {
  [key: string]: Cell;
};

export type Locale = 'zh' | 'en';

export type ErrorCode = 'bad_request' | 'malformed_json' | 'unauthorized' | 'forbidden' | 'result_withdrawn' | 'not_found' | 'connection_unknown' | 'agent_unknown' | 'clarification_not_awaited' | 'result_not_ready' | 'run_not_finished' | 'sample_in_file' | 'item_read_only' | 'name_taken' | 'comparison_running' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'not_acceptable' | 'idempotency_mismatch' | 'configuration_invalid' | 'statement_unfit' | 'board_full' | 'dismissals_full' | 'chart_not_drawn' | 'clarification_unknown' | 'option_unknown' | 'too_many_requests' | 'unavailable' | 'history_unavailable' | 'storage_full' | 'issuer_unavailable' | 'internal' | 'connection_unavailable' | 'connection_busy' | 'connection_misconfigured' | 'agent_misconfigured' | 'question_unsupported' | 'query_failed' | 'definition_failing' | 'query_refused' | 'query_timeout' | 'model_unavailable' | 'worker_failed' | 'run_timeout' | 'clarification_expired' | 'clarification_exhausted';

export type RunStatus = 'queued' | 'understanding' | 'awaiting_clarification' | 'retrieving' | 'generating' | 'exploring' | 'executing' | 'presenting' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

export type RunSummary = {
  /** id of the run */
  id: string;
  /** state of the run; `succeeded`, `failed`, `cancelled` and `expired` are final */
  status: RunStatus;
  /** the question as submitted */
  question: string;
  /** name of the connection that is asked */
  connection: string;
  /** language of the answer */
  locale: Locale;
  /** the client's name of the conversation; null: none */
  conversationId: string | null;
  /** time of the submission, ISO 8601 in UTC */
  createdAt: string;
  /** time of the last change */
  updatedAt: string;
  /** time of the end; null: the run goes on */
  finishedAt: string | null;
  /** how the question is processed; null: not decided yet */
  mode: 'fast' | 'full' | null;
  /** what kind of question it is; null: not known yet */
  intent: Intent | null;
  /** the question in explicit words, as it was understood */
  refinedQuestion: string | null;
  /** the question that awaits a reply; null: none */
  clarification: Clarification | null;
  /** the cache that answered */
  cache: {
    /** `l1`: exact cache, `l2`: semantic cache */
    level: 'none' | 'l1' | 'l2';
    /** 0 to 1, of the cached question; null: not compared */
    similarity: number | null;
  };
  /** the answer in words; null: there is none yet, or the run failed */
  answer: Answer | null;
  /** the statement that ran; null: shown to keys with the scope `sql:read` */
  sql: string | null;
  /** why the run failed; null: it did not */
  error: RunError | null;
  /** resources that the run has used */
  usage: RunUsage;
  /** the clarification that never got an answer; null: there is none */
  unansweredClarification: {
    /** `expired`: no reply in time; `stopped`: the run was cancelled; `another_question`: that was the reply */
    end: 'expired' | 'stopped' | 'another_question';
    /** the question to the user */
    question: string;
    /** the words of the question that were unclear; null: none in particular */
    words: string | null;
    /** replies that were offered to choose from */
    options: ({
      /** the option in words */
      label: string;
      /** what the option means */
      description?: string;
    })[];
  } | null;
  /** name of the key that asked, or of the caller of a token */
  askedBy: string;
};

export type Clarification = {
  /** names the clarification in a reply */
  id: string;
  /** why the run asks */
  trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
  /** the question to the user */
  question: string;
  /** replies to choose from */
  options: ClarificationOption[];
  /** the reply may be in own words */
  allowText: boolean;
  /** time after which no reply is accepted */
  expiresAt: string;
};

export type ClarificationOption = {
  /** names the option in a reply */
  id: string;
  /** the option in words */
  label: string;
  /** what the option means */
  description?: string;
};

export type AnsweredClarification = {
  /** names the clarification in a reply */
  id: string;
  /** why the run asks */
  trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
  /** the question to the user */
  question: string;
  /** replies to choose from */
  options: ClarificationOption[];
  /** the reply that was accepted */
  answer: {
    /** the chosen option */
    optionId?: string;
    /** the reply in own words */
    text?: string;
  };
  /** time of the reply */
  answeredAt: string;
};

export type Intent = {
  /** kind of question */
  type: 'query' | 'summary' | 'spatial' | 'metric' | 'chitchat' | 'unsupported';
  /** 0 to 1 */
  confidence: number;
  /** words of the question that were recognized */
  keywords: string[];
  /** figures that the question asks for */
  metrics: ({
    /** stable id of the figure */
    id: string;
    /** name of the figure */
    label: string;
    /** depth in the tree of figures, from 1 */
    level: number;
  })[];
  /** kind of statement: `summary`, `coverage`, `spatial` or `detail`; null: none */
  strategy: string | null;
};

export type Answer = {
  /** the answer in words */
  text: string;
  /** form that suits the result */
  chartType: 'number' | 'table' | 'bar' | 'line' | 'pie' | 'scatter' | 'map' | 'clarification';
  /** questions that may follow */
  suggestions: string[];
  /** what was assumed to answer: defaults, time conventions, matched values; empty unless the run succeeded */
  assumptions: string[];
};

export type RunResult = {
  /** columns of the rows, in their order */
  columns: Column[];
  /** number of rows of the whole result */
  rowCount: number;
  /** a limit cut the result */
  truncated: boolean;
  /** the first 50 rows, fewer if they are long: at most 4 MiB. The rest is under `href` */
  rows: (Cell[])[];
  /** path of the whole result */
  href: string;
};

export type Column = {
  /** name of the column in NDJSON and Arrow; without `sql:read` its position, `c1`, `c2`, … */
  key: string;
  /** name for readers; the header of CSV */
  label: string;
  /** `string`: text, also times, intervals, bytes and identifiers. `number`: a number with a fraction; exact decimals (numeric) and values that are not finite are strings. `integer`: a string beyond 2^53. `date`, `datetime`: ISO 8601, or as PostgreSQL writes infinities and years before Christ. `geo`: GeoJSON. `json`: any value, also an array */
  type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'datetime' | 'geo' | 'json';
  /** unit of the values, for readers */
  unit?: string;
};

export type Step = {
  /** id of the step as a server-sent event */
  seq: number;
  /** time of the step */
  at: string;
  /** service that took the step */
  stage: 'gateway' | 'intent' | 'schema-retrieval' | 'sql-generator' | 'executor' | 'chart';
  /** stable name of the kind of step */
  kind: string;
  /** the step in words for readers */
  message: string;
  /** milliseconds that it took; null: not measured */
  durationMs: number | null;
};

export type Attempt = {
  /** number of the attempt, from 1 */
  n: number;
  /** the statement; only for keys with the scope `sql:read` */
  sql?: string;
  /** why it failed, in words for readers */
  error?: string;
  /** time of the attempt */
  at: string;
  /** the model's statement, if it was corrected before it ran */
  original?: string;
  /** descriptions of the corrections */
  fixes?: string[];
};

export type RunError = {
  /** stable code of the failure */
  code: ErrorCode;
  /** the reason in words for users */
  message: string;
  /** what the user can do */
  actions: string[];
};

export type RunUsage = {
  /** calls of language models */
  llmCalls: number;
  /** tokens sent to models */
  promptTokens: number;
  /** tokens that models wrote */
  completionTokens: number;
  /** milliseconds that it waited for models */
  llmMs: number;
  /** milliseconds in the database */
  dbMs: number;
  /** milliseconds in all */
  totalMs: number;
};

export type ConnectionSummary = {
  /** name to ask it with */
  name: string;
  /** name for users */
  label: string;
  /** whether it can be asked: only when `ready` */
  status: 'ready' | 'preparing' | 'unavailable' | 'misconfigured';
  /** example questions */
  examples: string[];
};

export type ExplainedUnit = {
  /** index of the first UTF-16 unit in the normalised question */
  start: number;
  /** index after the last UTF-16 unit */
  end: number;
  /** the words */
  words: string;
  /** their meaning, with names of tables and columns */
  means: string;
  /** how the words match: as written, in another form, approximately */
  form: string;
  /** doubt about the match; 0: a name as written */
  cost: number;
};

export type ExplainedReading = {
  /** cost of the reading; the lowest is the best */
  cost: number;
  /** the question in explicit words */
  text: string;
  /** `best` is answered, `near` is close enough to be asked about, `dearer` is not, `too_dear` is never answered */
  verdict: 'best' | 'near' | 'dearer' | 'too_dear';
  /** steps that the best reading has not, with their costs */
  dearerBy: string[];
  /** the derivation, a whole before its parts */
  steps: ExplainedStep[];
};

export type ExplainedStep = {
  /** depth in the derivation, from 0; the parts of a step follow one level deeper */
  depth: number;
  /** the form of a word, or the construction that joined the parts */
  by: string;
  /** the words */
  words: string;
  /** category of the meaning, such as a figure or a condition */
  category: string;
  /** cost of the whole part */
  cost: number;
  /** cost of this step alone */
  own: number;
};

export type PreviewPart = {
  /** index of its first UTF-16 unit in the question as sent */
  from: number;
  /** index after its last UTF-16 unit */
  to: number;
  /** role of the words in the question */
  kind: 'metric' | 'dimension' | 'filter' | 'time' | 'order' | 'limit' | 'entity';
  /** meaning of the words, in business words */
  label: string;
  /** how the model defines the measure, e.g. which orders it counts */
  definition?: string;
  /** other meanings of the words, at most 8, nearest first; absent: there are none */
  alternatives?: PreviewAlternative[];
};

export type PreviewAlternative = {
  /** the other meaning, in business words */
  label: string;
  /** the whole question with the other meaning */
  replacement: string;
};

export type PreviewClarification = {
  /** why the question is ambiguous */
  trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
  /** the question that the asker would be asked */
  question: string;
  /** the replies to choose from */
  options: ClarificationOption[];
  /** the asker could reply in own words */
  allowText: boolean;
};

export type PreviewGap = {
  /** index of its first UTF-16 unit in the question as sent */
  from: number;
  /** index after its last UTF-16 unit */
  to: number;
  /** the words that cannot be read */
  text: string;
};

export type Word = {
  /** a label, a synonym, or a name of a value */
  text: string;
  /** role of the word in a question, as in a preview */
  kind: 'metric' | 'entity' | 'dimension' | 'filter';
};

export type RatedRun = {
  /** whether the answer was right */
  rating: 'up' | 'down';
  /** null: none */
  comment: string | null;
  /** whether a corrected statement was submitted */
  corrected: boolean;
  /** status of the sample question that was made of it; null: none was made */
  sample: 'approved' | 'pending' | null;
  /** time of the rating, ISO 8601 in UTC */
  at: string;
  /** id of the rated run */
  runId: string;
  /** address of the run; the run may have expired */
  href: string;
  /** name of the key or token caller that rated */
  by: string;
  /** connection of the run; null: rated by an earlier version */
  connection: string | null;
  /** question of the run; null: rated by an earlier version */
  question: string | null;
  /** statement that the rater proposes; null: none, or shown to keys with the scope `sql:read` */
  correctedSql: string | null;
};

export type Conversation = {
  /** `conversationId` of its questions */
  id: string;
  /** name of the connection that its last question asked */
  connection: string;
  /** name of the key or token caller */
  owner: string;
  /** its last question as submitted */
  lastQuestion: string;
  /** questions asked in it; some of their runs may have expired */
  runs: number;
  /** time of the last question */
  updatedAt: string;
};

export type Label = {
  /** in Chinese */
  zh?: string;
  /** in English */
  en?: string;
};

export type ConfigurationMistake = {
  /** file of the configuration, relative to its folder */
  file: string;
  /** path of the member in the file */
  path: string;
  /** the mistake, and what is allowed, in the language of `Accept-Language` */
  message: string;
  /** line of the file, from 1; absent: unknown */
  line?: number;
  /** the file is used in spite of it; absent: it is not */
  severity?: 'warning';
  /** this one entry of the model is out of use; the connection answers other questions */
  entry?: true;
};

export type ConnectionLimits = {
  /** longest time of a statement, ms */
  statementTimeoutMs: number;
  /** longest time of a statement in the slow queue, ms */
  slowTimeoutMs: number;
  /** most rows of a result */
  maxRows: number;
  /** most bytes of a result */
  maxBytes: number;
  /** bytes of a value; a longer one is cut */
  maxCellBytes: number;
  /** highest cost that the planner of PostgreSQL may estimate for a statement; null: no limit */
  maxCost: number | null;
  /** most rows that a step of its plan may read, by the same estimate; null: no limit */
  maxScannedRows: number | null;
  /** estimated cost above which a statement goes to the slow queue; null: never */
  slowCost: number | null;
  /** most statements at the same time in each executor process */
  maxConcurrent: number;
  /** most of them for one tenant */
  maxConcurrentPerTenant: number;
  /** most statements in line in each executor process; others are tried again for a minute */
  maxWaiting: number;
  /** longest wait of a run for an unreachable database, ms; null: the default */
  outageWaitMs: number | null;
};

export type ConnectionLogin = {
  /** the tenant that uses this login; null: all tenants share it */
  tenant: string | null;
  /** state of the last reading of the schema with this login */
  status: ConnectionState;
  /** time when this login last read the schema; null: it has not, or an older version read it */
  schemaReadAt: string | null;
  /** privileges that the login has and should not have; null until the executor has checked */
  findings: LoginFinding[] | null;
  /** parts of the model file that are left out for this login because it may not read the tables or columns they name */
  notes: ConfigurationMistake[];
};

export type LoginFinding = {
  /** stable name of the rule */
  rule: string;
  /** `refuse`: the login is not used */
  severity: 'refuse' | 'warn';
  /** the privilege, in the language of `Accept-Language` */
  what: string;
  /** SQL statements that resolve the finding */
  fix: string[];
};

export type ModelMistake = {
  /** path of the member in the model */
  path: string;
  /** the mistake, and what is allowed */
  message: string;
  /** line of the text, from 1; absent: unknown */
  line?: number;
};

export type Reading = {
  /** `planned`: answered; `ambiguous`: the asker is asked; `uncovered`: some words cannot be read; `unsupported`: refused */
  kind: 'planned' | 'ambiguous' | 'uncovered' | 'unsupported';
  /** the question in explicit words, the question to the asker, or the reason of a refusal */
  text: string;
  /** of an ambiguous question */
  options?: string[];
};

export type ReadingChange = {
  /** the question */
  question: string;
  /** its language */
  locale: Locale;
  /** `broken`: no longer answered or asked about; `changed`: answered with other rows; `asked_otherwise`: the asker gets other options; `cleared`: answered or asked about now; `wording`: the same meaning in other words */
  class: 'broken' | 'changed' | 'asked_otherwise' | 'cleared' | 'wording';
  /** `gold`: a sample in a file; `sample`: an approved sample; `question`: asked in the last month */
  source: 'gold' | 'sample' | 'question';
  /** how often it was asked in the last month */
  asked: number;
  /** with the model in force */
  before: Reading;
  /** with the draft */
  after: Reading;
};

export type ReadingCounts = {
  /** no longer answered or asked about */
  broken: number;
  /** answered with other rows */
  changed: number;
  /** the asker gets other options */
  asked_otherwise: number;
  /** answered or asked about now */
  cleared: number;
  /** the same meaning in other words */
  wording: number;
  /** read as before */
  unchanged: number;
};

export type Preference = {
  /** name of the API key that asked */
  key: string;
  /** name of the connection */
  connection: string;
  /** the clarification */
  question: string;
  /** the last choice; null when the option no longer has a label */
  choice: string | null;
  /** consecutive equal choices */
  count: number;
  /** the choice is applied without a clarification */
  automatic: boolean;
  /** time of the last choice */
  lastUsed: string;
};

export type Key = {
  /** name of the key; it is shown in lists and in the audit trail */
  name: string;
  /** tenant of the key */
  tenant: string;
  /** what the key may do */
  scopes: ('query' | 'sql:read' | 'admin' | 'operate')[];
  /** connections that it may ask; absent: all of its tenant */
  connections?: string[];
  /** time of expiry with its zone, ISO 8601; absent: the key does not expire */
  expiresAt?: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
};

export type RevisionSummary = {
  /** id of the revision: a number from 1 without gaps, and for samples `s` and a number */
  id: string;
  /** time of the change, ISO 8601 in UTC */
  at: string;
  /** kind of the item */
  kind: 'connection' | 'model' | 'agent' | 'key' | 'sample';
  /** name of the connection, agent or key; a model and a sample have the name of their connection */
  name: string;
  /** tenant that owns the agent, key or sample; null: shared */
  tenant: string | null;
  /** what was done */
  action: 'put' | 'delete' | 'restore';
  /** id of the revision that was restored */
  of?: string;
  /** the state before that revision was restored, not the one after it */
  ofState?: 'before';
  /** the key that changed it */
  by: {
    /** tenant of the key */
    tenant: string;
    /** name of the key */
    key: string;
  };
  /** id of the sample; absent for other kinds */
  sample?: string;
};

export type ItemState = {
  /** where the text came from; `none`: there was none */
  layer: 'file' | 'revision' | 'none';
  /** YAML without secrets; null: there was none */
  text: string | null;
};

export type WithheldSecret = {
  /** path of the file */
  file: string;
  /** path of the secret in the file */
  path: string;
};

export type DeadLetter = {
  /** id of the dead letter */
  id: string;
  /** id of the run */
  runId: string;
  /** tenant of the run */
  tenant: string;
  /** the job; `callback` is a webhook */
  job: 'understand' | 'retrieve' | 'generate' | 'reason' | 'execute' | 'executeSlowly' | 'explore' | 'present' | 'callback';
  /** version of the run for which the job was created */
  version: number;
  /** why the last attempt failed */
  reason: string;
  /** time of the last attempt */
  at: string;
};

export type AuditEntry = {
  /** position in the trail; ascending */
  id: string;
  /** what happened */
  kind: 'asked' | 'answered_from_cache' | 'replied' | 'cancel_asked' | 'rated' | 'shared' | 'pinned' | 'started' | 'ran' | 'refused' | 'failed' | 'result_read' | 'denied' | 'administered';
  /** time of the event, ISO 8601 in UTC */
  at: string;
  /** tenant of the key */
  tenant: string;
  /** name of the API key */
  key: string;
  /** id of the run; null: not about a run */
  runId: string | null;
  /** name of the connection; null: not about one */
  connection: string | null;
  /** database login that the statement ran as */
  login?: string;
  /** question of the run */
  question?: string;
  /** the statement */
  sql?: string;
  /** parameters of the statement */
  params?: Cell[];
  /** number of rows that were read or handed out */
  rows?: number;
  /** milliseconds that the statement took */
  ms?: number;
  /** code of the guard, class of the database error, or code of the problem */
  code?: string;
  /** further details for administrators */
  detail?: string;
  /** SHA-1 of the previous link, a line feed and the stored entry */
  link: string;
  /** the trail was altered at or immediately before this entry */
  broken?: true;
};

/** Input and output of each route, by method and path. */
export interface Routes {
  /** Ask a question */
  'POST /v1/queries': {
    input: {
      body: Question;
    };
    output: Run;
  };
  /** List own runs, newest first */
  'GET /v1/queries': {
    input: {
      query?: {
        status?: 'queued' | 'understanding' | 'awaiting_clarification' | 'retrieving' | 'generating' | 'exploring' | 'executing' | 'presenting' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
        code?: string;
        clarification?: 'unanswered';
        conversationId?: string;
        connection?: string;
        askedBy?: string;
        limit?: number | string;
        cursor?: string;
      };
    };
    output: RunPage;
  };
  /** Explain how the planner reads a question */
  'POST /v1/queries/explain': {
    input: {
      body: ExplainBody;
    };
    output: Explanation;
  };
  /** Preview how a question would be read */
  'POST /v1/preview': {
    input: {
      body: PreviewBody;
    };
    output: Preview;
  };
  /** List the words that questions to a connection may use */
  'GET /v1/connections/{name}/words': {
    input: {
      path: {
        name: string;
      };
      query?: {
        locale?: 'zh' | 'en';
      };
    };
    output: WordList;
  };
  /** List the connections that the key may ask, with example questions */
  'GET /v1/connections': {
    input: object;
    output: ConnectionList;
  };
  /** List conversations, the one with the last question first */
  'GET /v1/conversations': {
    input: {
      query?: {
        owner?: 'self';
        limit?: number | string;
        cursor?: string;
      };
    };
    output: ConversationPage;
  };
  /** List the pinned questions of the caller's key, in the order of the board */
  'GET /v1/pins': {
    input: object;
    output: PinList;
  };
  /** Pin a question */
  'POST /v1/pins': {
    input: {
      body: PinBody;
    };
    output: Pin;
  };
  /** Change the title or the position of a pin */
  'PATCH /v1/pins/{id}': {
    input: {
      path: {
        id: string;
      };
      body: PinPatch;
    };
    output: Pin;
  };
  /** Remove a pin (idempotent) */
  'DELETE /v1/pins/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Get a run */
  'GET /v1/queries/{id}': {
    input: {
      path: {
        id: string;
      };
      query?: {
        share?: string;
      };
    };
    output: Run;
  };
  /** Follow a run */
  'GET /v1/queries/{id}/events': {
    input: {
      path: {
        id: string;
      };
      query?: {
        share?: string;
      };
    };
    output: string | undefined;
  };
  /** Reply to a clarification */
  'POST /v1/queries/{id}/clarification': {
    input: {
      path: {
        id: string;
      };
      body: Reply;
    };
    output: Run;
  };
  /** Cancel a run (idempotent) */
  'POST /v1/queries/{id}/cancel': {
    input: {
      path: {
        id: string;
      };
    };
    output: Run;
  };
  /** Get the token with which others of the tenant may read a run */
  'POST /v1/queries/{id}/share': {
    input: {
      path: {
        id: string;
      };
    };
    output: Share;
  };
  /** Rate the answer of a finished run */
  'POST /v1/queries/{id}/feedback': {
    input: {
      path: {
        id: string;
      };
      body: FeedbackBody;
    };
    output: Feedback;
  };
  /** Get the key's rating of a run */
  'GET /v1/queries/{id}/feedback': {
    input: {
      path: {
        id: string;
      };
    };
    output: Feedback;
  };
  /** Read the rows */
  'GET /v1/queries/{id}/result': {
    input: {
      path: {
        id: string;
      };
      query?: {
        share?: string;
        limit?: number | string;
        cursor?: string;
        bom?: '0' | '1';
        raw?: '0' | '1';
      };
    };
    output: ResultPage;
  };
  /** Get the chart as SVG */
  'GET /v1/queries/{id}/chart.svg': {
    input: {
      path: {
        id: string;
      };
      query?: {
        share?: string;
      };
    };
    output: string;
  };
  /** Get a connection, its configuration problems, and the privileges of its logins */
  'GET /v1/connections/{name}': {
    input: {
      path: {
        name: string;
      };
    };
    output: Connection;
  };
  /** Write a connection */
  'PUT /v1/connections/{name}': {
    input: {
      path: {
        name: string;
      };
      body: ItemBody | string;
    };
    output: WrittenItem;
  };
  /** Delete a connection */
  'DELETE /v1/connections/{name}': {
    input: {
      path: {
        name: string;
      };
    };
    output: undefined;
  };
  /** List the mistakes in all files of the configuration */
  'GET /v1/problems': {
    input: object;
    output: ProblemList;
  };
  /** Read the schema again */
  'POST /v1/connections/{name}/refresh': {
    input: {
      path: {
        name: string;
      };
    };
    output: ConnectionState;
  };
  /** Get the schema as the tenant's login last read it */
  'GET /v1/connections/{name}/schema': {
    input: {
      path: {
        name: string;
      };
    };
    output: SchemaSnapshot;
  };
  /** Get the semantic model in use: the derived model with the overrides of its file */
  'GET /v1/connections/{name}/model': {
    input: {
      path: {
        name: string;
      };
    };
    output: SemanticModel;
  };
  /** Write a connection's semantic model */
  'PUT /v1/connections/{name}/model': {
    input: {
      path: {
        name: string;
      };
      body: ItemBody | string;
    };
    output: WrittenItem;
  };
  /** Delete a connection's semantic model */
  'DELETE /v1/connections/{name}/model': {
    input: {
      path: {
        name: string;
      };
    };
    output: undefined;
  };
  /** List the agents of the connections that are open to the tenant */
  'GET /v1/agents': {
    input: object;
    output: AgentList;
  };
  /** Get an agent */
  'GET /v1/agents/{name}': {
    input: {
      path: {
        name: string;
      };
    };
    output: Agent;
  };
  /** Write an agent of the tenant */
  'PUT /v1/agents/{name}': {
    input: {
      path: {
        name: string;
      };
      body: ItemBody | string;
    };
    output: WrittenItem;
  };
  /** Delete an agent of the tenant */
  'DELETE /v1/agents/{name}': {
    input: {
      path: {
        name: string;
      };
    };
    output: undefined;
  };
  /** List the sample questions, newest first, those of the file last */
  'GET /v1/connections/{name}/samples': {
    input: {
      path: {
        name: string;
      };
      query?: {
        status?: 'approved' | 'pending' | 'retired' | 'rejected';
        limit?: number | string;
        cursor?: string;
      };
    };
    output: SamplePage;
  };
  /** Add a sample question */
  'POST /v1/connections/{name}/samples': {
    input: {
      path: {
        name: string;
      };
      body: SampleBody;
    };
    output: Sample;
  };
  /** Delete a sample */
  'DELETE /v1/connections/{name}/samples': {
    input: {
      path: {
        name: string;
      };
      query?: {
        id?: string;
      };
    };
    output: undefined;
  };
  /** Approve a pending sample (idempotent) */
  'POST /v1/connections/{name}/samples/{id}/approve': {
    input: {
      path: {
        name: string;
        id: string;
      };
    };
    output: Sample;
  };
  /** Get a sample question */
  'GET /v1/connections/{name}/samples/{id}': {
    input: {
      path: {
        name: string;
        id: string;
      };
    };
    output: Sample;
  };
  /** Review a sample: approve, reject or correct it */
  'PATCH /v1/connections/{name}/samples/{id}': {
    input: {
      path: {
        name: string;
        id: string;
      };
      body: SamplePatch;
    };
    output: Sample;
  };
  /** List the ratings of answers, newest first */
  'GET /v1/feedback': {
    input: {
      query?: {
        rating?: 'up' | 'down';
        connection?: string;
        since?: string;
        limit?: number | string;
        cursor?: string;
      };
    };
    output: FeedbackPage;
  };
  /** List what the administrators of the tenant have dismissed from their review, newest first */
  'GET /v1/dismissals': {
    input: {
      query?: {
        limit?: number | string;
        cursor?: string;
      };
    };
    output: DismissalPage;
  };
  /** Dismiss a rating, or the question of a run, for all administrators of the tenant */
  'POST /v1/dismissals': {
    input: {
      body: DismissalBody;
    };
    output: Dismissal;
  };
  /** Put back what was dismissed (idempotent) */
  'DELETE /v1/dismissals/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Get who asked a question, its trace, and why it failed */
  'GET /v1/queries/{id}/diagnosis': {
    input: {
      path: {
        id: string;
      };
    };
    output: RunDiagnosis;
  };
  /** List jobs that used up their attempts and webhooks that were not delivered, newest first */
  'GET /v1/dead-letters': {
    input: {
      query?: {
        limit?: number | string;
        cursor?: string;
      };
    };
    output: DeadLetterPage;
  };
  /** Replay a dead letter (idempotent) */
  'POST /v1/dead-letters/{id}/replay': {
    input: {
      path: {
        id: string;
      };
    };
    output: ContinuedRun;
  };
  /** Discard a dead letter */
  'DELETE /v1/dead-letters/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** List the choices of askers in clarifications, newest first */
  'GET /v1/preferences': {
    input: {
      query?: {
        key?: string;
        connection?: string;
      };
    };
    output: PreferenceList;
  };
  /** Forget the choices of askers: of one key, of one connection, or all of the caller's tenant */
  'DELETE /v1/preferences': {
    input: {
      query?: {
        key?: string;
        connection?: string;
      };
    };
    output: ForgottenChoices;
  };
  /** Get the usage and limits of the caller's tenant: questions, runs in progress, tokens of language models */
  'GET /v1/usage': {
    input: object;
    output: Usage;
  };
  /** Get the key that signs the webhooks of the caller's tenant */
  'GET /v1/webhook-secret': {
    input: object;
    output: WebhookSecret;
  };
  /** Get the progress of the erasure of a tenant’s data */
  'GET /v1/tenants/{tenant}/data': {
    input: {
      path: {
        tenant: string;
      };
    };
    output: ErasureProgress;
  };
  /** Erase all stored data of a tenant (idempotent) */
  'DELETE /v1/tenants/{tenant}/data': {
    input: {
      path: {
        tenant: string;
      };
      body: ErasureBody;
    };
    output: Erasure;
  };
  /** Forget cached answers and statements, of one connection or all */
  'DELETE /v1/cache': {
    input: {
      query?: {
        connection?: string;
        tenant?: string;
      };
    };
    output: ClearedEntries;
  };
  /** Read the audit trail: questions, statements that ran, denials and reads of results; oldest first */
  'GET /v1/audit': {
    input: {
      query?: {
        tenant?: string;
        key?: string;
        connection?: string;
        kind?: 'asked' | 'answered_from_cache' | 'replied' | 'cancel_asked' | 'rated' | 'shared' | 'pinned' | 'started' | 'ran' | 'refused' | 'failed' | 'result_read' | 'denied' | 'administered';
        runId?: string;
        from?: string;
        to?: string;
        limit?: number | string;
        cursor?: string;
        bom?: '0' | '1';
      };
    };
    output: AuditPage;
  };
  /** Find the mistakes in a semantic model */
  'POST /v1/connections/{name}/model/validate': {
    input: {
      path: {
        name: string;
      };
      body: ItemBody | string;
    };
    output: ModelValidation;
  };
  /** Draft a first model file from the schema */
  'POST /v1/connections/{name}/model/draft': {
    input: {
      path: {
        name: string;
      };
    };
    output: ModelDraft;
  };
  /** Compare a draft of a semantic model with the model in force */
  'POST /v1/connections/{name}/model/impact': {
    input: {
      path: {
        name: string;
      };
      body?: ItemBody | string;
    };
    output: ModelComparison;
  };
  /** Get a comparison of models */
  'GET /v1/connections/{name}/model/impact/{id}': {
    input: {
      path: {
        name: string;
        id: string;
      };
    };
    output: ModelComparison;
  };
  /** Cancel a comparison of models (idempotent) */
  'POST /v1/connections/{name}/model/impact/{id}/cancel': {
    input: {
      path: {
        name: string;
        id: string;
      };
    };
    output: ModelComparison;
  };
  /** List the API keys */
  'GET /v1/keys': {
    input: object;
    output: KeyList;
  };
  /** Create an API key */
  'POST /v1/keys': {
    input: {
      body: KeyBody;
    };
    output: CreatedKey;
  };
  /** Delete an API key */
  'DELETE /v1/keys/{name}': {
    input: {
      path: {
        name: string;
      };
    };
    output: undefined;
  };
  /** List the changes of the configuration and of samples, newest first */
  'GET /v1/revisions': {
    input: {
      query?: {
        kind?: 'connection' | 'model' | 'agent' | 'key' | 'sample';
        name?: string;
        limit?: number | string;
        cursor?: string;
      };
    };
    output: RevisionPage;
  };
  /** Get a change with the texts before and after it */
  'GET /v1/revisions/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Revision;
  };
  /** Restore an item as it was after or before a change */
  'POST /v1/revisions/{id}/restore': {
    input: {
      path: {
        id: string;
      };
      query?: {
        state?: 'after' | 'before';
      };
    };
    output: Revision;
  };
  /** Export the configuration as files */
  'GET /v1/export': {
    input: object;
    output: Export;
  };
  /** Name the caller and its rights */
  'GET /v1/session': {
    input: object;
    output: Session;
  };
  /** Open a session of an API key for a browser */
  'POST /v1/session': {
    input: {
      body: SessionBody;
    };
    output: undefined;
  };
  /** End the session of the cookie */
  'DELETE /v1/session': {
    input: object;
    output: SignedOut | undefined;
  };
  /** Get a short-lived token for a browser */
  'POST /v1/browser-tokens': {
    input: {
      body: BrowserTokenBody;
    };
    output: BrowserToken;
  };
  /** Name the ways to sign in */
  'GET /v1/session/methods': {
    input: object;
    output: SignInMethods;
  };
  /** Begin a sign-in with the issuer of tokens */
  'GET /v1/session/oidc': {
    input: {
      query?: {
        returnTo?: string;
      };
    };
    output: never;
  };
  /** Complete a sign-in with the answer of the issuer */
  'GET /v1/session/callback': {
    input: {
      query?: {
        state?: string;
        code?: string;
        iss?: string;
        error?: string;
      };
    };
    output: never;
  };
  /** Model Context Protocol, Streamable HTTP without sessions */
  'POST /mcp': {
    input: {
      body: RpcMessage;
    };
    output: RpcMessage | undefined;
  };
  /** Refused: there is no stream outside of a request */
  'GET /mcp': {
    input: object;
    output: never;
  };
  /** Refused: there is no session to end */
  'DELETE /mcp': {
    input: object;
    output: never;
  };
  /** Metadata of /mcp for clients */
  'GET /.well-known/oauth-protected-resource': {
    input: object;
    output: ProtectedResource;
  };
  /** Metadata of /mcp for clients */
  'GET /.well-known/oauth-protected-resource/mcp': {
    input: object;
    output: ProtectedResource;
  };
  /** Is the process alive? */
  'GET /healthz': {
    input: object;
    output: Health;
  };
  /** Has it started, and is it not shutting down? */
  'GET /readyz': {
    input: object;
    output: Health;
  };
  /** Prometheus metrics */
  'GET /metrics': {
    input: object;
    output: string;
  };
  /** This document */
  'GET /openapi.json': {
    input: object;
    output: OpenApiDocument;
  };
}
