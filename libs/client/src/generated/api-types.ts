/* Generated from the OpenAPI document by infra/tools/client/api-types.spec.ts with UPDATE_PAGES=1. */
/* eslint-disable max-len */

export type Question = {
  question: string;
  connection: string;
  locale?: 'zh' | 'en';
  timezone?: string;
  conversationId?: string;
  agent?: string;
  mode?: 'auto' | 'fast' | 'full';
  cache?: 'use' | 'bypass';
  maxRows?: number;
  callbackUrl?: string;
};

export type Reply = {
  clarificationId: string;
  optionId: string;
} | {
  clarificationId: string;
  text: string;
};

export type Run = {
  id: string;
  status: 'queued' | 'understanding' | 'awaiting_clarification' | 'retrieving' | 'generating' | 'exploring' | 'executing' | 'presenting' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  question: string;
  connection: string;
  locale: 'zh' | 'en';
  conversationId: string | null;
  createdAt: string;
  updatedAt: string;
  finishedAt: string | null;
  mode: 'fast' | 'full' | null;
  intent: {
    type: 'query' | 'summary' | 'spatial' | 'metric' | 'chitchat' | 'unsupported';
    confidence: number;
    keywords: string[];
    metrics: ({
      id: string;
      label: string;
      level: number;
    })[];
    strategy: string | null;
  } | null;
  refinedQuestion: string | null;
  clarification: {
    id: string;
    trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
    question: string;
    options: ({
      id: string;
      label: string;
      description?: string;
    })[];
    allowText: boolean;
    expiresAt: string;
  } | null;
  clarifications: ({
    id: string;
    trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
    question: string;
    options: ({
      id: string;
      label: string;
      description?: string;
    })[];
    answer: {
      optionId?: string;
      text?: string;
    };
    answeredAt: string;
  })[];
  cache: {
    level: 'none' | 'l1' | 'l2';
    similarity: number | null;
  };
  answer: {
    text: string;
    chartType: 'number' | 'table' | 'bar' | 'line' | 'pie' | 'scatter' | 'map' | 'clarification';
    suggestions: string[];
  } | null;
  result: {
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
    rowCount: number;
    truncated: boolean;
    rows: (Cell[])[];
    href: string;
  } | null;
  chart: {
    spec: {
      [key: string]: unknown;
    };
    href: string;
  } | null;
  sql: string | null;
  attempts: ({
    n: number;
    sql?: string;
    error?: string;
    at: string;
    original?: string;
    fixes?: string[];
  })[];
  steps: ({
    seq: number;
    at: string;
    stage: 'gateway' | 'intent' | 'schema-retrieval' | 'sql-generator' | 'executor' | 'chart';
    kind: string;
    message: string;
    durationMs: number | null;
  })[];
  error: {
    code: 'bad_request' | 'malformed_json' | 'unauthorized' | 'forbidden' | 'result_withdrawn' | 'not_found' | 'connection_unknown' | 'agent_unknown' | 'clarification_not_awaited' | 'result_not_ready' | 'run_not_finished' | 'sample_in_file' | 'item_read_only' | 'name_taken' | 'comparison_running' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'not_acceptable' | 'idempotency_mismatch' | 'configuration_invalid' | 'statement_unfit' | 'chart_not_drawn' | 'clarification_unknown' | 'option_unknown' | 'too_many_requests' | 'unavailable' | 'issuer_unavailable' | 'internal' | 'connection_unavailable' | 'connection_busy' | 'connection_misconfigured' | 'agent_misconfigured' | 'question_unsupported' | 'query_failed' | 'query_refused' | 'query_timeout' | 'model_unavailable' | 'worker_failed' | 'run_timeout' | 'clarification_expired' | 'clarification_exhausted';
    message: string;
    actions: string[];
  } | null;
  usage: {
    llmCalls: number;
    promptTokens: number;
    completionTokens: number;
    llmMs: number;
    dbMs: number;
    totalMs: number;
  };
};

export type ResultPage = {
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
  rows: (Cell[])[];
  rowCount: number;
  truncated: boolean;
  nextCursor: string | null;
};

export type Problem = {
  type: string;
  title: string;
  status: number;
  code: 'bad_request' | 'malformed_json' | 'unauthorized' | 'forbidden' | 'result_withdrawn' | 'not_found' | 'connection_unknown' | 'agent_unknown' | 'clarification_not_awaited' | 'result_not_ready' | 'run_not_finished' | 'sample_in_file' | 'item_read_only' | 'name_taken' | 'comparison_running' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'not_acceptable' | 'idempotency_mismatch' | 'configuration_invalid' | 'statement_unfit' | 'chart_not_drawn' | 'clarification_unknown' | 'option_unknown' | 'too_many_requests' | 'unavailable' | 'issuer_unavailable' | 'internal' | 'connection_unavailable' | 'connection_busy' | 'connection_misconfigured' | 'agent_misconfigured' | 'question_unsupported' | 'query_failed' | 'query_refused' | 'query_timeout' | 'model_unavailable' | 'worker_failed' | 'run_timeout' | 'clarification_expired' | 'clarification_exhausted';
  detail: string;
  actions?: string[];
  errors?: ({
    path: string;
    message: string;
    /** line in the text that was sent, from 1 */
    line?: number;
  })[];
  /** unified diff from what is in force to what was sent */
  difference?: string;
  /** id of the request, as in the header `X-Request-Id` */
  requestId?: string;
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
    output: {
      runs: ({
        id: string;
        status: 'queued' | 'understanding' | 'awaiting_clarification' | 'retrieving' | 'generating' | 'exploring' | 'executing' | 'presenting' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
        question: string;
        connection: string;
        locale: 'zh' | 'en';
        conversationId: string | null;
        createdAt: string;
        updatedAt: string;
        finishedAt: string | null;
        mode: 'fast' | 'full' | null;
        intent: {
          type: 'query' | 'summary' | 'spatial' | 'metric' | 'chitchat' | 'unsupported';
          confidence: number;
          keywords: string[];
          metrics: ({
            id: string;
            label: string;
            level: number;
          })[];
          strategy: string | null;
        } | null;
        refinedQuestion: string | null;
        clarification: {
          id: string;
          trigger: 'ambiguous_metric' | 'ambiguous_term' | 'ambiguous_value' | 'missing_filter' | 'unknown_term' | 'too_vague' | 'sql_execution_error' | 'too_expensive';
          question: string;
          options: ({
            id: string;
            label: string;
            description?: string;
          })[];
          allowText: boolean;
          expiresAt: string;
        } | null;
        cache: {
          level: 'none' | 'l1' | 'l2';
          similarity: number | null;
        };
        answer: {
          text: string;
          chartType: 'number' | 'table' | 'bar' | 'line' | 'pie' | 'scatter' | 'map' | 'clarification';
          suggestions: string[];
        } | null;
        sql: string | null;
        error: {
          code: 'bad_request' | 'malformed_json' | 'unauthorized' | 'forbidden' | 'result_withdrawn' | 'not_found' | 'connection_unknown' | 'agent_unknown' | 'clarification_not_awaited' | 'result_not_ready' | 'run_not_finished' | 'sample_in_file' | 'item_read_only' | 'name_taken' | 'comparison_running' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'not_acceptable' | 'idempotency_mismatch' | 'configuration_invalid' | 'statement_unfit' | 'chart_not_drawn' | 'clarification_unknown' | 'option_unknown' | 'too_many_requests' | 'unavailable' | 'issuer_unavailable' | 'internal' | 'connection_unavailable' | 'connection_busy' | 'connection_misconfigured' | 'agent_misconfigured' | 'question_unsupported' | 'query_failed' | 'query_refused' | 'query_timeout' | 'model_unavailable' | 'worker_failed' | 'run_timeout' | 'clarification_expired' | 'clarification_exhausted';
          message: string;
          actions: string[];
        } | null;
        usage: {
          llmCalls: number;
          promptTokens: number;
          completionTokens: number;
          llmMs: number;
          dbMs: number;
          totalMs: number;
        };
      })[];
      nextCursor: string | null;
    };
  };
  /** Explain how the planner reads a question */
  'POST /v1/queries/explain': {
    input: {
      body: {
        question: string;
        connection: string;
        locale?: 'zh' | 'en';
        timezone?: string;
      };
    };
    output: {
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
  };
  /** Preview how a question would be read */
  'POST /v1/preview': {
    input: {
      body: {
        question: string;
        connection: string;
        locale?: 'zh' | 'en';
        timezone?: string;
        conversationId?: string;
        agent?: string;
      };
    };
    output: {
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
  };
  /** List the connections that the key may ask, with example questions */
  'GET /v1/connections': {
    input: object;
    output: {
      connections: ({
        name: string;
        label: string;
        status: 'ready' | 'preparing' | 'unavailable' | 'misconfigured';
        examples: string[];
      })[];
    };
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
      body: {
        rating: 'up' | 'down';
        comment?: string;
        /** one SELECT that answers the question; needs the scope `sql:read` */
        correctedSql?: string;
      };
    };
    output: {
      rating: 'up' | 'down';
      comment: string | null;
      /** whether a corrected statement was submitted */
      corrected: boolean;
      /** status of the sample question that was made of it; null: none was made */
      sample: 'approved' | 'pending' | null;
      at: string;
    };
  };
  /** Get the key's rating of a run */
  'GET /v1/queries/{id}/feedback': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      rating: 'up' | 'down';
      comment: string | null;
      /** whether a corrected statement was submitted */
      corrected: boolean;
      /** status of the sample question that was made of it; null: none was made */
      sample: 'approved' | 'pending' | null;
      at: string;
    };
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
    output: {
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
  };
  /** Write a connection */
  'PUT /v1/connections/{name}': {
    input: {
      path: {
        name: string;
      };
      body: {
        [key: string]: unknown;
      } | string;
    };
    output: {
      kind: 'connection' | 'model' | 'agent' | 'key';
      name: string;
      /** `file`: the configuration folder; `revision`: written over the API, over the folder */
      layer: 'file' | 'revision' | 'none';
      /** number of the revision; null unless the layer is `revision` */
      revision: string | null;
    };
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
    output: {
      state: string;
      since: string | null;
      detail: string | null;
    };
  };
  /** Get the schema as the tenant's login last read it */
  'GET /v1/connections/{name}/schema': {
    input: {
      path: {
        name: string;
      };
    };
    output: {
      [key: string]: unknown;
    };
  };
  /** Get the semantic model in use: the derived model with the overrides of its file */
  'GET /v1/connections/{name}/model': {
    input: {
      path: {
        name: string;
      };
    };
    output: {
      /** `file`: the configuration folder; `revision`: written over the API, over the folder */
      layer: 'file' | 'revision' | 'none';
      /** number of the revision; null unless the layer is `revision` */
      revision: string | null;
      /** the file in force; null: there is none */
      file: {
        [key: string]: unknown;
      } | null;
      model: {
        [key: string]: unknown;
      };
      problems: ({
        [key: string]: unknown;
      })[];
      notes?: ({
        [key: string]: unknown;
      })[];
    };
  };
  /** Write a connection's semantic model */
  'PUT /v1/connections/{name}/model': {
    input: {
      path: {
        name: string;
      };
      body: {
        [key: string]: unknown;
      } | string;
    };
    output: {
      kind: 'connection' | 'model' | 'agent' | 'key';
      name: string;
      /** `file`: the configuration folder; `revision`: written over the API, over the folder */
      layer: 'file' | 'revision' | 'none';
      /** number of the revision; null unless the layer is `revision` */
      revision: string | null;
    };
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
    output: {
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
  };
  /** Add a sample question */
  'POST /v1/connections/{name}/samples': {
    input: {
      path: {
        name: string;
      };
      body: {
        question: string;
        sql: string;
        locale?: 'zh' | 'en';
      };
    };
    output: {
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
    output: {
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
  };
  /** List the agents of the connections that are open to the tenant */
  'GET /v1/agents': {
    input: object;
    output: {
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
  };
  /** Get an agent */
  'GET /v1/agents/{name}': {
    input: {
      path: {
        name: string;
      };
    };
    output: {
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
  };
  /** Write an agent of the tenant */
  'PUT /v1/agents/{name}': {
    input: {
      path: {
        name: string;
      };
      body: {
        [key: string]: unknown;
      } | string;
    };
    output: {
      kind: 'connection' | 'model' | 'agent' | 'key';
      name: string;
      /** `file`: the configuration folder; `revision`: written over the API, over the folder */
      layer: 'file' | 'revision' | 'none';
      /** number of the revision; null unless the layer is `revision` */
      revision: string | null;
    };
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
    output: {
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
  };
  /** Replay a dead letter (idempotent) */
  'POST /v1/dead-letters/{id}/replay': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      runId: string;
    };
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
    output: {
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
    output: {
      forgotten: number;
    };
  };
  /** Get the usage and limits of the caller's tenant: questions, runs in progress, tokens of language models */
  'GET /v1/usage': {
    input: object;
    output: {
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
  };
  /** Get the key that signs the webhooks of the caller's tenant */
  'GET /v1/webhook-secret': {
    input: object;
    output: {
      secret: string;
      standardSecret: string;
    };
  };
  /** Get the progress of the erasure of a tenant’s data */
  'GET /v1/tenants/{tenant}/data': {
    input: {
      path: {
        tenant: string;
      };
    };
    output: {
      tenant: string;
      /** null: no erasure is in progress */
      requestedAt: string | null;
      /** parts that are not erased yet. data: everything except vectors. vectors: those in a vector store; pending while the store or the retrieval workers are unavailable */
      pending: ('data' | 'vectors')[];
      /** true: everything is erased. false: the erasure continues automatically */
      complete: boolean;
    };
  };
  /** Erase all stored data of a tenant (idempotent) */
  'DELETE /v1/tenants/{tenant}/data': {
    input: {
      path: {
        tenant: string;
      };
      body: {
        /** the name of the tenant, repeated */
        confirm: string;
      };
    };
    output: {
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
    output: {
      cleared: number;
    };
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
    output: {
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
  };
  /** Find the mistakes in a semantic model */
  'POST /v1/connections/{name}/model/validate': {
    input: {
      path: {
        name: string;
      };
      body: {
        [key: string]: unknown;
      } | string;
    };
    output: {
      valid: boolean;
      /** every mistake, with its path and line */
      problems: ({
        path: string;
        message: string;
        line?: number;
      })[];
    };
  };
  /** Draft a first model file from the schema */
  'POST /v1/connections/{name}/model/draft': {
    input: {
      path: {
        name: string;
      };
    };
    output: {
      yaml: string;
    };
  };
  /** Compare a draft of a semantic model with the model in force */
  'POST /v1/connections/{name}/model/impact': {
    input: {
      path: {
        name: string;
      };
      body?: {
        [key: string]: unknown;
      } | string;
    };
    output: {
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
  };
  /** Get a comparison of models */
  'GET /v1/connections/{name}/model/impact/{id}': {
    input: {
      path: {
        name: string;
        id: string;
      };
    };
    output: {
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
  };
  /** Cancel a comparison of models (idempotent) */
  'POST /v1/connections/{name}/model/impact/{id}/cancel': {
    input: {
      path: {
        name: string;
        id: string;
      };
    };
    output: {
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
  };
  /** List the API keys */
  'GET /v1/keys': {
    input: object;
    output: {
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
  };
  /** Create an API key */
  'POST /v1/keys': {
    input: {
      body: {
        name: string;
        /** another tenant than the caller's needs the scope `operate` */
        tenant?: string;
        scopes: ('query' | 'sql:read' | 'admin' | 'operate')[];
        connections?: string[];
        expiresAt?: string;
      };
    };
    output: {
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
    output: {
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
  };
  /** Get a change with the texts before and after it */
  'GET /v1/revisions/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
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
    output: {
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
  };
  /** Export the configuration as files */
  'GET /v1/export': {
    input: object;
    output: {
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
  };
  /** Open a session of an API key for a browser */
  'POST /v1/session': {
    input: {
      body: {
        /** an API key, as in the header Authorization */
        key: string;
      };
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
    output: {
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
    output: {
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
  };
  /** Get a sample question */
  'GET /v1/connections/{name}/samples/{id}': {
    input: {
      path: {
        name: string;
        id: string;
      };
    };
    output: {
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
  };
  /** Review a sample: approve, reject or correct it */
  'PATCH /v1/connections/{name}/samples/{id}': {
    input: {
      path: {
        name: string;
        id: string;
      };
      body: {
        /** `approved` when absent: a correction approves */
        status?: 'approved' | 'rejected' | 'pending';
        question?: string;
        /** needs the scope `sql:read` */
        sql?: string;
      };
    };
    output: {
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
  };
  /** Model Context Protocol, Streamable HTTP without sessions */
  'POST /mcp': {
    input: {
      body: {
        [key: string]: unknown;
      };
    };
    output: {
      [key: string]: unknown;
    } | undefined;
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
    output: {
      resource: string;
      resource_name: string;
      authorization_servers?: string[];
      bearer_methods_supported: ('header')[];
      scopes_supported: string[];
    };
  };
  /** Metadata of /mcp for clients */
  'GET /.well-known/oauth-protected-resource/mcp': {
    input: object;
    output: {
      resource: string;
      resource_name: string;
      authorization_servers?: string[];
      bearer_methods_supported: ('header')[];
      scopes_supported: string[];
    };
  };
  /** Is the process alive? */
  'GET /healthz': {
    input: object;
    output: {
      status: 'ok' | 'unavailable';
      checks: {
        [key: string]: string;
      };
    };
  };
  /** Are its dependencies up, and is it not shutting down? */
  'GET /readyz': {
    input: object;
    output: {
      status: 'ok' | 'unavailable';
      checks: {
        [key: string]: string;
      };
    };
  };
  /** Prometheus metrics */
  'GET /metrics': {
    input: object;
    output: string;
  };
  /** This document */
  'GET /openapi.json': {
    input: object;
    output: {
      [key: string]: unknown;
    };
  };
}
