/* Generated from the OpenAPI document by infra/tools/client/api-types.spec.ts with UPDATE_PAGES=1. */
/* eslint-disable max-len */

export type Question = {
  /** 1 to 2,000 characters, in Chinese or English */
  question: string;
  /** name of the connection to ask */
  connection: string;
  /** language of the answer; when absent that of the question */
  locale?: 'zh' | 'en';
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
  status: 'queued' | 'understanding' | 'awaiting_clarification' | 'retrieving' | 'generating' | 'exploring' | 'executing' | 'presenting' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  /** the question as submitted */
  question: string;
  /** name of the connection that is asked */
  connection: string;
  /** language of the answer */
  locale: 'zh' | 'en';
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
  intent: {
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
  } | null;
  /** the question in explicit words, as it was understood */
  refinedQuestion: string | null;
  /** the question that awaits a reply; null: none */
  clarification: {
    /** names the clarification in a reply */
    id: string;
    /** why the run asks */
    trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
    /** the question to the user */
    question: string;
    /** replies to choose from */
    options: ({
      /** names the option in a reply */
      id: string;
      /** the option in words */
      label: string;
      /** what the option means */
      description?: string;
    })[];
    /** the reply may be in own words */
    allowText: boolean;
    /** time after which no reply is accepted */
    expiresAt: string;
  } | null;
  /** earlier clarifications with their replies */
  clarifications: ({
    /** names the clarification in a reply */
    id: string;
    /** why the run asks */
    trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
    /** the question to the user */
    question: string;
    /** replies to choose from */
    options: ({
      /** names the option in a reply */
      id: string;
      /** the option in words */
      label: string;
      /** what the option means */
      description?: string;
    })[];
    /** the reply that was accepted */
    answer: {
      /** the chosen option */
      optionId?: string;
      /** the reply in own words */
      text?: string;
    };
    /** time of the reply */
    answeredAt: string;
  })[];
  /** the cache that answered */
  cache: {
    /** `l1`: exact cache, `l2`: semantic cache */
    level: 'none' | 'l1' | 'l2';
    /** 0 to 1, of the cached question; null: not compared */
    similarity: number | null;
  };
  /** the answer in words; null: there is none yet, or the run failed */
  answer: {
    /** the answer in words */
    text: string;
    /** form that suits the result */
    chartType: 'number' | 'table' | 'bar' | 'line' | 'pie' | 'scatter' | 'map' | 'clarification';
    /** questions that may follow */
    suggestions: string[];
  } | null;
  /** the rows; null: there are none yet, or the run failed */
  result: {
    /** columns of the rows, in their order */
    columns: ({
      /** name of the column in NDJSON and Arrow; without `sql:read` its position, `c1`, `c2`, … */
      key: string;
      /** name for readers; the header of CSV */
      label: string;
      /** `string`: text, also times, intervals, bytes and identifiers. `number`: a number with a fraction; exact decimals (numeric) and values that are not finite are strings. `integer`: a string beyond 2^53. `date`, `datetime`: ISO 8601, or as PostgreSQL writes infinities and years before Christ. `geo`: GeoJSON. `json`: any value, also an array */
      type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'datetime' | 'geo' | 'json';
      /** unit of the values, for readers */
      unit?: string;
    })[];
    /** number of rows of the whole result */
    rowCount: number;
    /** a limit cut the result */
    truncated: boolean;
    /** the first 50 rows, fewer if they are long: at most 4 MiB. The rest is under `href` */
    rows: (Cell[])[];
    /** path of the whole result */
    href: string;
  } | null;
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
  attempts: ({
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
  })[];
  /** progress, oldest first */
  steps: ({
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
  })[];
  /** why the run failed; null: it did not */
  error: {
    /** stable code of the failure */
    code: 'bad_request' | 'malformed_json' | 'unauthorized' | 'forbidden' | 'result_withdrawn' | 'not_found' | 'connection_unknown' | 'agent_unknown' | 'clarification_not_awaited' | 'result_not_ready' | 'run_not_finished' | 'sample_in_file' | 'item_read_only' | 'name_taken' | 'comparison_running' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'not_acceptable' | 'idempotency_mismatch' | 'configuration_invalid' | 'statement_unfit' | 'chart_not_drawn' | 'clarification_unknown' | 'option_unknown' | 'too_many_requests' | 'unavailable' | 'issuer_unavailable' | 'internal' | 'connection_unavailable' | 'connection_busy' | 'connection_misconfigured' | 'agent_misconfigured' | 'question_unsupported' | 'query_failed' | 'query_refused' | 'query_timeout' | 'model_unavailable' | 'worker_failed' | 'run_timeout' | 'clarification_expired' | 'clarification_exhausted';
    /** the reason in words for users */
    message: string;
    /** what the user can do */
    actions: string[];
  } | null;
  /** resources that the run has used */
  usage: {
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
};

export type SessionBody = {
  /** an API key, as in the header Authorization */
  key: string;
};

export type RunPage = {
  /** newest first */
  runs: ({
    /** id of the run */
    id: string;
    /** state of the run; `succeeded`, `failed`, `cancelled` and `expired` are final */
    status: 'queued' | 'understanding' | 'awaiting_clarification' | 'retrieving' | 'generating' | 'exploring' | 'executing' | 'presenting' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
    /** the question as submitted */
    question: string;
    /** name of the connection that is asked */
    connection: string;
    /** language of the answer */
    locale: 'zh' | 'en';
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
    intent: {
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
    } | null;
    /** the question in explicit words, as it was understood */
    refinedQuestion: string | null;
    /** the question that awaits a reply; null: none */
    clarification: {
      /** names the clarification in a reply */
      id: string;
      /** why the run asks */
      trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
      /** the question to the user */
      question: string;
      /** replies to choose from */
      options: ({
        /** names the option in a reply */
        id: string;
        /** the option in words */
        label: string;
        /** what the option means */
        description?: string;
      })[];
      /** the reply may be in own words */
      allowText: boolean;
      /** time after which no reply is accepted */
      expiresAt: string;
    } | null;
    /** the cache that answered */
    cache: {
      /** `l1`: exact cache, `l2`: semantic cache */
      level: 'none' | 'l1' | 'l2';
      /** 0 to 1, of the cached question; null: not compared */
      similarity: number | null;
    };
    /** the answer in words; null: there is none yet, or the run failed */
    answer: {
      /** the answer in words */
      text: string;
      /** form that suits the result */
      chartType: 'number' | 'table' | 'bar' | 'line' | 'pie' | 'scatter' | 'map' | 'clarification';
      /** questions that may follow */
      suggestions: string[];
    } | null;
    /** the statement that ran; null: shown to keys with the scope `sql:read` */
    sql: string | null;
    /** why the run failed; null: it did not */
    error: {
      /** stable code of the failure */
      code: 'bad_request' | 'malformed_json' | 'unauthorized' | 'forbidden' | 'result_withdrawn' | 'not_found' | 'connection_unknown' | 'agent_unknown' | 'clarification_not_awaited' | 'result_not_ready' | 'run_not_finished' | 'sample_in_file' | 'item_read_only' | 'name_taken' | 'comparison_running' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'not_acceptable' | 'idempotency_mismatch' | 'configuration_invalid' | 'statement_unfit' | 'chart_not_drawn' | 'clarification_unknown' | 'option_unknown' | 'too_many_requests' | 'unavailable' | 'issuer_unavailable' | 'internal' | 'connection_unavailable' | 'connection_busy' | 'connection_misconfigured' | 'agent_misconfigured' | 'question_unsupported' | 'query_failed' | 'query_refused' | 'query_timeout' | 'model_unavailable' | 'worker_failed' | 'run_timeout' | 'clarification_expired' | 'clarification_exhausted';
      /** the reason in words for users */
      message: string;
      /** what the user can do */
      actions: string[];
    } | null;
    /** resources that the run has used */
    usage: {
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
  })[];
  /** `cursor` of the next page; null: this is the last */
  nextCursor: string | null;
};

export type ResultPage = {
  /** columns of the rows, in their order */
  columns: ({
    /** name of the column in NDJSON and Arrow; without `sql:read` its position, `c1`, `c2`, … */
    key: string;
    /** name for readers; the header of CSV */
    label: string;
    /** `string`: text, also times, intervals, bytes and identifiers. `number`: a number with a fraction; exact decimals (numeric) and values that are not finite are strings. `integer`: a string beyond 2^53. `date`, `datetime`: ISO 8601, or as PostgreSQL writes infinities and years before Christ. `geo`: GeoJSON. `json`: any value, also an array */
    type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'datetime' | 'geo' | 'json';
    /** unit of the values, for readers */
    unit?: string;
  })[];
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
  code: 'bad_request' | 'malformed_json' | 'unauthorized' | 'forbidden' | 'result_withdrawn' | 'not_found' | 'connection_unknown' | 'agent_unknown' | 'clarification_not_awaited' | 'result_not_ready' | 'run_not_finished' | 'sample_in_file' | 'item_read_only' | 'name_taken' | 'comparison_running' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'not_acceptable' | 'idempotency_mismatch' | 'configuration_invalid' | 'statement_unfit' | 'chart_not_drawn' | 'clarification_unknown' | 'option_unknown' | 'too_many_requests' | 'unavailable' | 'issuer_unavailable' | 'internal' | 'connection_unavailable' | 'connection_busy' | 'connection_misconfigured' | 'agent_misconfigured' | 'question_unsupported' | 'query_failed' | 'query_refused' | 'query_timeout' | 'model_unavailable' | 'worker_failed' | 'run_timeout' | 'clarification_expired' | 'clarification_exhausted';
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
  locale?: 'zh' | 'en';
  /** IANA time zone of dates in the question and the answer; when absent that of the connection */
  timezone?: string;
};

export type Explanation = {
  outcome: {
    kind: 'planned' | 'ambiguous' | 'unsupported' | 'chitchat';
    text: string;
  };
  units: ({
    start: number;
    end: number;
    words: string;
    means: string;
    form: string;
    cost: number;
  })[];
  unknown: string[];
  chart: {
    items: number;
    cut: boolean;
  };
  readings: ({
    cost: number;
    text: string;
    verdict: 'best' | 'near' | 'dearer' | 'too_dear';
    dearerBy: string[];
    steps: ({
      depth: number;
      by: string;
      words: string;
      category: string;
      cost: number;
      own: number;
    })[];
  })[];
  ceiling: number;
  margin: number;
};

export type PreviewBody = {
  /** 1 to 2,000 characters, in Chinese or English */
  question: string;
  /** name of the connection to ask */
  connection: string;
  /** language of the answer; when absent that of the question */
  locale?: 'zh' | 'en';
  /** IANA time zone of dates in the question and the answer; when absent that of the connection */
  timezone?: string;
  /** the client's name of a conversation, private to its key: a follow-up continues the last answered question */
  conversationId?: string;
  /** name of an agent, with its filters and instructions; none when absent */
  agent?: string;
};

export type Preview = {
  kind: 'planned' | 'ambiguous' | 'uncovered' | 'unsupported';
  text: string;
  parts: ({
    from: number;
    to: number;
    kind: 'metric' | 'dimension' | 'filter' | 'time' | 'order' | 'limit' | 'entity';
    label: string;
    alternatives?: ({
      label: string;
      replacement: string;
    })[];
  })[];
  clarification?: {
    trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
    question: string;
    options: ({
      id: string;
      label: string;
      description?: string;
    })[];
    allowText: boolean;
  };
  uncovered: ({
    from: number;
    to: number;
    text: string;
  })[];
};

export type FeedbackBody = {
  rating: 'up' | 'down';
  comment?: string;
  /** one SELECT that answers the question; needs the scope `sql:read` */
  correctedSql?: string;
};

export type Feedback = {
  rating: 'up' | 'down';
  comment: string | null;
  /** whether a corrected statement was submitted */
  corrected: boolean;
  /** status of the sample question that was made of it; null: none was made */
  sample: 'approved' | 'pending' | null;
  at: string;
};

export type FeedbackPage = {
  feedback: ({
    rating: 'up' | 'down';
    comment: string | null;
    /** whether a corrected statement was submitted */
    corrected: boolean;
    /** status of the sample question that was made of it; null: none was made */
    sample: 'approved' | 'pending' | null;
    at: string;
    runId: string;
    /** address of the run; the run may have expired */
    href: string;
    /** name of the key or token caller that rated */
    by: string;
    /** null: rated by an earlier version */
    connection: string | null;
    /** null: rated by an earlier version */
    question: string | null;
    /** null: none, or shown to keys with the scope `sql:read` */
    correctedSql: string | null;
  })[];
  /** a page may be short, even empty, while this is not null */
  nextCursor: string | null;
};

export type ConversationPage = {
  conversations: ({
    /** `conversationId` of its questions */
    id: string;
    connection: string;
    /** name of the key or token caller */
    owner: string;
    lastQuestion: string;
    /** questions asked in it; some of their runs may have expired */
    runs: number;
    /** time of the last question */
    updatedAt: string;
  })[];
  nextCursor: string | null;
};

export type ConnectionList = {
  /** by name */
  connections: ({
    name: string;
    label: string;
    status: 'ready' | 'preparing' | 'unavailable' | 'misconfigured';
    examples: string[];
  })[];
};

export type Connection = {
  name: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
  /** the file in force; secrets are null. Null: shown to keys with the scope `sql:read` */
  file: {
    [key: string]: unknown;
  } | null;
  label: {
    zh?: string;
    en?: string;
  };
  /** null: shown to keys with the scope `sql:read` */
  schema: string | null;
  tenants: string[] | null;
  limits: {
    statementTimeoutMs: number;
    slowTimeoutMs: number;
    maxRows: number;
    maxBytes: number;
    maxCellBytes: number;
    maxCost: number | null;
    maxScannedRows: number | null;
    slowCost: number | null;
    maxConcurrent: number;
    maxConcurrentPerTenant: number;
    maxWaiting: number;
    outageWaitMs: number | null;
  };
  /** user-defined functions that statements may call; null: shown to keys with the scope `sql:read` */
  functions: string[] | null;
  allowSuperuser: boolean;
  /** null: as the connection URL sets it */
  tls: 'disable' | 'require' | 'verify-ca' | 'verify-full' | null;
  examples: {
    zh: string[];
    en: string[];
  };
  /** of the login with the worst status */
  status: {
    state: 'ready' | 'preparing' | 'unavailable' | 'misconfigured';
    since: string | null;
    detail: string | null;
  };
  logins: ({
    /** the tenant that uses this login; null: all tenants share it */
    tenant: string | null;
    status: {
      state: 'ready' | 'preparing' | 'unavailable' | 'misconfigured';
      since: string | null;
      detail: string | null;
    };
    /** privileges that the login has and should not have; null until the executor has checked */
    findings: ({
      rule: string;
      /** `refuse`: the login is not used */
      severity: 'refuse' | 'warn';
      what: string;
      /** SQL statements that resolve the finding */
      fix: string[];
    })[] | null;
    /** parts of the model file that are left out for this login because it may not read the tables or columns they name */
    notes: ({
      file: string;
      path: string;
      message: string;
      line?: number;
      severity?: 'warning';
      /** this one entry of the model is out of use; the connection answers other questions */
      entry?: true;
    })[];
  })[];
  problems: ({
    file: string;
    path: string;
    message: string;
    line?: number;
    severity?: 'warning';
    /** this one entry of the model is out of use; the connection answers other questions */
    entry?: true;
  })[];
};

export type ConnectionState = {
  /** state of the last reading of the schema */
  state: string;
  /** time of the last change of the state */
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
  valid: boolean;
  /** every mistake, with its path and line */
  problems: ({
    path: string;
    message: string;
    line?: number;
  })[];
};

export type ModelDraft = {
  /** text of a model file */
  yaml: string;
};

export type ModelComparison = {
  id: string;
  connection: string;
  status: 'queued' | 'working' | 'done' | 'cancelled' | 'failed';
  createdAt: string;
  finishedAt: string | null;
  progress: {
    done: number;
    of: number;
  };
  summary: {
    [key: string]: number;
  } | null;
  /** the most severe first, then the most asked */
  changes: ({
    question: string;
    locale: 'zh' | 'en';
    class: 'broken' | 'changed' | 'asked_otherwise' | 'cleared' | 'wording';
    /** `gold`: a sample in a file; `sample`: an approved sample; `question`: asked in the last month */
    source: 'gold' | 'sample' | 'question';
    /** how often it was asked in the last month */
    asked: number;
    /** with the model in force */
    before: {
      kind: 'planned' | 'ambiguous' | 'uncovered' | 'unsupported';
      /** the question in explicit words, the question to the asker, or the reason of a refusal */
      text: string;
      /** of an ambiguous question */
      options?: string[];
    };
    /** with the draft */
    after: {
      kind: 'planned' | 'ambiguous' | 'uncovered' | 'unsupported';
      /** the question in explicit words, the question to the asker, or the reason of a refusal */
      text: string;
      /** of an ambiguous question */
      options?: string[];
    };
  })[];
  /** changes beyond the first 500 */
  changesLeftOff: number;
  /** distinct questions beyond the first 2,000, which were not read */
  questionsLeftOff: number;
  error: string | null;
};

export type SamplePage = {
  samples: ({
    id: string;
    question: string;
    /** null: shown to keys with the scope `sql:read` */
    sql: string | null;
    locale?: 'zh' | 'en';
    source: 'file' | 'admin' | 'feedback';
    status: 'approved' | 'pending' | 'retired' | 'rejected';
    createdAt: string | null;
    by: string | null;
    modelVersion?: string;
    reason?: string;
    comment?: string;
    approvedBy?: string;
    rejectedBy?: string;
    votes?: {
      up: number;
      down: number;
    };
  })[];
  nextCursor: string | null;
};

export type SampleBody = {
  question: string;
  sql: string;
  locale?: 'zh' | 'en';
};

export type SamplePatch = {
  /** `approved` when absent: a correction approves */
  status?: 'approved' | 'rejected' | 'pending';
  question?: string;
  /** needs the scope `sql:read` */
  sql?: string;
};

export type Sample = {
  id: string;
  question: string;
  /** null: shown to keys with the scope `sql:read` */
  sql: string | null;
  locale?: 'zh' | 'en';
  source: 'file' | 'admin' | 'feedback';
  status: 'approved' | 'pending' | 'retired' | 'rejected';
  createdAt: string | null;
  by: string | null;
  modelVersion?: string;
  reason?: string;
  comment?: string;
  approvedBy?: string;
  rejectedBy?: string;
  votes?: {
    up: number;
    down: number;
  };
};

export type AgentList = {
  /** by name */
  agents: ({
    name: string;
    /** `file`: the configuration folder; `revision`: written over the API, over the folder */
    layer: 'file' | 'revision' | 'none';
    /** number of the revision; null unless the layer is `revision` */
    revision: string | null;
    label: {
      zh?: string;
      en?: string;
    } | null;
    instructions: string;
    connections: string[] | null;
    /** null: shown to keys with the scope `sql:read` */
    filters: ({
      [key: string]: unknown;
    })[] | null;
    chart: {
      [key: string]: unknown;
    } | null;
    answer: {
      [key: string]: unknown;
    } | null;
    problems: ({
      file: string;
      path: string;
      message: string;
      line?: number;
      severity?: 'warning';
      /** this one entry of the model is out of use; the connection answers other questions */
      entry?: true;
    })[];
  })[];
};

export type Agent = {
  name: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
  label: {
    zh?: string;
    en?: string;
  } | null;
  instructions: string;
  connections: string[] | null;
  /** null: shown to keys with the scope `sql:read` */
  filters: ({
    [key: string]: unknown;
  })[] | null;
  chart: {
    [key: string]: unknown;
  } | null;
  answer: {
    [key: string]: unknown;
  } | null;
  problems: ({
    file: string;
    path: string;
    message: string;
    line?: number;
    severity?: 'warning';
    /** this one entry of the model is out of use; the connection answers other questions */
    entry?: true;
  })[];
};

export type ItemBody = {
  [key: string]: unknown;
};

export type WrittenItem = {
  kind: 'connection' | 'model' | 'agent' | 'key';
  name: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
};

export type KeyList = {
  /** by name */
  keys: ({
    name: string;
    tenant: string;
    scopes: ('query' | 'sql:read' | 'admin' | 'operate')[];
    connections?: string[];
    expiresAt?: string;
    /** `file`: the configuration folder; `revision`: written over the API, over the folder */
    layer: 'file' | 'revision' | 'none';
    /** number of the revision; null unless the layer is `revision` */
    revision: string | null;
  })[];
};

export type KeyBody = {
  name: string;
  /** another tenant than the caller's needs the scope `operate` */
  tenant?: string;
  scopes: ('query' | 'sql:read' | 'admin' | 'operate')[];
  connections?: string[];
  expiresAt?: string;
};

export type CreatedKey = {
  name: string;
  tenant: string;
  scopes: ('query' | 'sql:read' | 'admin' | 'operate')[];
  connections?: string[];
  expiresAt?: string;
  /** `file`: the configuration folder; `revision`: written over the API, over the folder */
  layer: 'file' | 'revision' | 'none';
  /** number of the revision; null unless the layer is `revision` */
  revision: string | null;
  /** the bearer token; it is shown here alone */
  secret: string;
};

export type RevisionPage = {
  revisions: ({
    id: string;
    at: string;
    kind: 'connection' | 'model' | 'agent' | 'key';
    name: string;
    tenant: string | null;
    action: 'put' | 'delete' | 'restore';
    of?: string;
    by: {
      tenant: string;
      key: string;
    };
  })[];
  nextCursor: string | null;
};

export type Revision = {
  id: string;
  at: string;
  kind: 'connection' | 'model' | 'agent' | 'key';
  name: string;
  tenant: string | null;
  action: 'put' | 'delete' | 'restore';
  of?: string;
  by: {
    tenant: string;
    key: string;
  };
  /** null: shown to keys with the scope `sql:read` */
  before: {
    layer: 'file' | 'revision' | 'none';
    /** YAML without secrets; null: there was none */
    text: string | null;
  } | null;
  /** null: shown to keys with the scope `sql:read` */
  after: {
    layer: 'file' | 'revision' | 'none';
    /** YAML without secrets; null: there was none */
    text: string | null;
  } | null;
};

export type Export = {
  /** texts by path in a configuration folder */
  files: {
    [key: string]: string;
  };
  /** secrets that are not part of the export, because they are stored as plain text; they are null in it */
  withheld: ({
    file: string;
    path: string;
  })[];
};

export type DeadLetterPage = {
  deadLetters: ({
    id: string;
    runId: string;
    tenant: string;
    job: 'understand' | 'retrieve' | 'generate' | 'reason' | 'execute' | 'executeSlowly' | 'explore' | 'present' | 'callback';
    version: number;
    reason: string;
    at: string;
  })[];
  nextCursor: string | null;
};

export type ContinuedRun = {
  /** the run that continues the dead letter */
  runId: string;
};

export type PreferenceList = {
  preferences: ({
    key: string;
    connection: string;
    question: string;
    /** the last choice; null when the option no longer has a label */
    choice: string | null;
    /** consecutive equal choices */
    count: number;
    /** the choice is applied without a clarification */
    automatic: boolean;
    lastUsed: string;
  })[];
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
  tenant: string;
  day: string;
  questions: {
    today: number;
    perMinute: number;
  };
  inFlight: {
    now: number;
    most: number;
  };
  kept: {
    bytes: number;
    most: number;
  };
  llmTokens: {
    today: number;
    perDay: number | null;
  };
  weight: number;
};

export type WebhookSecret = {
  /** 64 hex digits; the text itself is the key */
  secret: string;
  /** the same key for libraries of Standard Webhooks: `whsec_` and base64 */
  standardSecret: string;
};

export type ErasureProgress = {
  tenant: string;
  /** null: no erasure is in progress */
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
  tenant: string;
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
  entries: ({
    /** position in the trail; ascending */
    id: string;
    kind: 'asked' | 'answered_from_cache' | 'replied' | 'cancel_asked' | 'rated' | 'started' | 'ran' | 'refused' | 'failed' | 'result_read' | 'denied' | 'administered';
    at: string;
    tenant: string;
    key: string;
    runId: string | null;
    connection: string | null;
    login?: string;
    question?: string;
    sql?: string;
    params?: Cell[];
    rows?: number;
    ms?: number;
    code?: string;
    detail?: string;
    /** SHA-1 of the previous link, a line feed and the stored entry */
    link: string;
    /** the trail was altered at or immediately before this entry */
    broken?: true;
  })[];
  nextCursor: string | null;
};

export type RpcMessage = {
  [key: string]: unknown;
};

export type ProtectedResource = {
  resource: string;
  resource_name: string;
  authorization_servers?: string[];
  bearer_methods_supported: ('header')[];
  scopes_supported: string[];
};

export type Health = {
  /** `ok`: every check passed */
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
        conversationId?: string;
        /** 1 to 100; 20 when absent */
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
  /** List the connections that the key may ask, with example questions */
  'GET /v1/connections': {
    input: object;
    output: ConnectionList;
  };
  /** Get a run */
  'GET /v1/queries/{id}': {
    input: {
      path: {
        id: string;
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
        /** 1 to 1000; 100 when absent */
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
  /** List the sample questions, newest first, those of the file last */
  'GET /v1/connections/{name}/samples': {
    input: {
      path: {
        name: string;
      };
      query?: {
        status?: 'approved' | 'pending' | 'retired' | 'rejected';
        /** 1 to 100; 20 when absent */
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
  /** List jobs that used up their attempts and webhooks that were not delivered, newest first */
  'GET /v1/dead-letters': {
    input: {
      query?: {
        /** 1 to 100; 20 when absent */
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
        /** name of the API key that asked; all when absent */
        key?: string;
        /** all when absent */
        connection?: string;
      };
    };
    output: PreferenceList;
  };
  /** Forget the choices of askers: of one key, of one connection, or all of the caller's tenant */
  'DELETE /v1/preferences': {
    input: {
      query?: {
        /** name of the API key that asked; all when absent */
        key?: string;
        /** all when absent */
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
        /** name of a tenant; when absent the caller's tenant, or all tenants for a key with the scope `operate` */
        tenant?: string;
      };
    };
    output: ClearedEntries;
  };
  /** Read the audit trail: questions, statements that ran, denials and reads of results; oldest first */
  'GET /v1/audit': {
    input: {
      query?: {
        /** name of a tenant; one other than the caller's needs the scope `operate` */
        tenant?: string;
        /** name of an API key */
        key?: string;
        connection?: string;
        kind?: 'asked' | 'answered_from_cache' | 'replied' | 'cancel_asked' | 'rated' | 'started' | 'ran' | 'refused' | 'failed' | 'result_read' | 'denied' | 'administered';
        runId?: string;
        /** written at this time or later (RFC 3339) */
        from?: string;
        /** written at this time or earlier */
        to?: string;
        /** 1 to 1000; 100 when absent */
        limit?: number | string;
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** CSV: a byte order mark first */
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
  /** List the changes of the configuration, newest first */
  'GET /v1/revisions': {
    input: {
      query?: {
        kind?: 'connection' | 'model' | 'agent' | 'key';
        name?: string;
        /** 1 to 200; 50 when absent */
        limit?: number | string;
        /** `nextCursor` of the previous page */
        cursor?: number | string;
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
        /** the state after this revision (default), or the one before it: that undoes it */
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
    output: undefined;
  };
  /** List the ratings of answers, newest first */
  'GET /v1/feedback': {
    input: {
      query?: {
        rating?: 'up' | 'down';
        connection?: string;
        /** only ratings from this time on, with its zone: 2027-01-31T00:00:00Z */
        since?: string;
        /** 1 to 100; 20 when absent */
        limit?: number | string;
        cursor?: string;
      };
    };
    output: FeedbackPage;
  };
  /** List conversations, the one with the last question first */
  'GET /v1/conversations': {
    input: {
      query?: {
        /** 1 to 100; 20 when absent */
        limit?: number | string;
        cursor?: string;
      };
    };
    output: ConversationPage;
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
  /** Are its dependencies up, and is it not shutting down? */
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
