import { z } from 'zod';

/** A table entry: HTTP status, whether a retry may help, and its business text. */
export interface ErrorEntry {
  status: number;
  retryable: boolean;
  title: { zh: string; en: string };
  detail: { zh: string; en: string };
  /** What the user can do, in business words. */
  actions: { zh: string[]; en: string[] };
}

const entry = (
  status: number,
  retryable: boolean,
  title: [string, string],
  detail: [string, string],
  zh: string[] = [],
  en: string[] = [],
): ErrorEntry => ({
  status,
  retryable,
  title: { zh: title[0], en: title[1] },
  detail: { zh: detail[0], en: detail[1] },
  actions: { zh, en },
});

/** Every error that leaves the product, in one table. No text here may name a table, a column, SQL or a driver. */
export const errorTable = {
  // Requests
  bad_request: entry(
    400,
    false,
    ['请求有误', 'Bad request'],
    ['请求内容无法识别，请检查后重试。', 'The request could not be understood. Check it and send it again.'],
  ),
  malformed_json: entry(
    400,
    false,
    ['请求格式错误', 'Malformed JSON'],
    ['请求内容不是有效的 JSON。', 'The request body is not valid JSON.'],
  ),
  unauthorized: entry(
    401,
    false,
    ['未登录', 'Unauthorized'],
    ['缺少访问密钥，或密钥无效。', 'The access key is missing or not valid.'],
  ),
  forbidden: entry(
    403,
    false,
    ['没有权限', 'Forbidden'],
    ['该密钥没有执行此操作的权限。', 'This key may not do that.'],
  ),
  result_withdrawn: entry(
    403,
    false,
    ['结果不再可见', 'Result no longer visible'],
    ['这个结果用到的数据现在不再对您开放。', 'This result holds data that is no longer open to you.'],
    ['重新提问'],
    ['Ask again'],
  ),
  not_found: entry(
    404,
    false,
    ['未找到', 'Not found'],
    ['所请求的内容不存在，或者该密钥无权查看。', 'What was requested was not found, or this key may not see it.'],
  ),
  connection_unknown: entry(
    404,
    false,
    ['数据源不存在', 'Unknown connection'],
    ['没有这个数据源。', 'There is no connection of that name.'],
  ),
  agent_unknown: entry(
    404,
    false,
    ['智能体不存在', 'Unknown agent'],
    ['没有这个智能体，或者它不服务于该数据源。', 'There is no such agent, or it does not serve this connection.'],
    ['换一个智能体', '不指定智能体再提问'],
    ['Choose another agent', 'Ask without an agent'],
  ),
  clarification_not_awaited: entry(
    409,
    false,
    ['无需回复', 'No reply awaited'],
    [
      '这个问题不再等待回复：已回复、已过期或已取消。',
      'This question no longer awaits a reply: it was answered, has expired or was cancelled.',
    ],
  ),
  result_not_ready: entry(
    409,
    true,
    ['结果尚未就绪', 'Result not ready'],
    ['该问题还没有结果。', 'This question has no result yet.'],
  ),
  run_not_finished: entry(
    409,
    true,
    ['问题尚未处理完成', 'Question not finished'],
    [
      '这个问题还没有处理完成，请在完成后再评价。',
      'This question is still being worked on. Rate its answer when it is finished.',
    ],
  ),
  sample_in_file: entry(
    409,
    false,
    ['示例来自配置文件', 'Sample in a file'],
    ['这个示例来自配置文件，请在文件中修改。', 'This sample is in a configuration file; please change it there.'],
  ),
  item_read_only: entry(
    409,
    false,
    ['来自配置文件', 'In a configuration file'],
    ['这一项来自配置文件，请在文件中修改。', 'This comes from a configuration file; please change it there.'],
  ),
  name_taken: entry(
    409,
    false,
    ['名称已被使用', 'Name taken'],
    ['这个名称已被使用，请换一个。', 'This name is in use. Choose another one.'],
  ),
  comparison_running: entry(
    409,
    true,
    ['正在比较另一份草稿', 'Another draft is being compared'],
    [
      '贵方的另一份模型草稿正在比较，请等待完成或取消它。',
      'Another draft of your tenant is being compared. Wait until it is done, or cancel it.',
    ],
  ),
  precondition_failed: entry(
    412,
    false,
    ['内容已被修改', 'Changed meanwhile'],
    [
      '这一项与您读取时不同，或请求没有说明读取的版本。请重新读取后再修改。',
      'This is not as you read it, or the request does not state which version you read. Read it again, then change it.',
    ],
    ['重新读取', '在 If-Match 中发送读取到的 ETag；新建时发送 If-None-Match: *'],
    ['Read it again', 'Send the ETag that you read as If-Match; for a new one send If-None-Match: *'],
  ),
  payload_too_large: entry(
    413,
    false,
    ['请求过大', 'Payload too large'],
    ['请求内容过大。', 'The request body is too large.'],
  ),
  unsupported_media_type: entry(
    415,
    false,
    ['内容类型不支持', 'Unsupported media type'],
    ['请使用 application/json 提交。', 'Send the request as application/json.'],
  ),
  not_acceptable: entry(
    406,
    false,
    ['不支持的格式', 'Not acceptable'],
    ['不支持所要求的返回格式。', 'The asked format is not offered.'],
  ),
  idempotency_mismatch: entry(
    422,
    false,
    ['幂等键冲突', 'Idempotency key reused'],
    ['该幂等键已用于另一个不同的请求。', 'This idempotency key was already used for a different request.'],
  ),
  configuration_invalid: entry(
    422,
    false,
    ['配置有误', 'Configuration not valid'],
    ['配置中有错误，没有保存任何内容。', 'The configuration has mistakes. Nothing was stored.'],
  ),
  statement_unfit: entry(
    422,
    false,
    ['查询语句不可用', 'Statement not usable'],
    ['提交的查询语句不能作为示例使用。', 'The statement cannot serve as an example.'],
  ),
  board_full: entry(
    422,
    false,
    ['看板已满', 'Board full'],
    ['看板上的问题已达上限，没有添加。', 'The board has as many questions as it may hold. Nothing was added.'],
    ['先移除一个问题，再添加'],
    ['Remove a question, then add this one'],
  ),
  dismissals_full: entry(
    422,
    false,
    ['忽略的项目过多', 'Too many dismissed items'],
    [
      '已忽略的项目达到上限，没有再忽略新的项目。',
      'As many items are dismissed as can be remembered. Nothing more was dismissed.',
    ],
    ['恢复一些已忽略的项目，或等待旧的记录到期'],
    ['Put some dismissed items back, or wait until old ones expire'],
  ),
  chart_not_drawn: entry(
    422,
    false,
    ['图表无法绘制', 'Chart not drawn'],
    ['这个结果的图表无法绘制，数据仍可读取。', 'The chart of this result cannot be drawn. Its rows can still be read.'],
  ),
  clarification_unknown: entry(
    422,
    false,
    ['确认问题不存在', 'Unknown clarification'],
    [
      '这个问题没有提出过该确认，请检查确认编号。',
      'This question never asked that. Check the id of the clarification.',
    ],
    ['查看当前需要确认的内容，再回复'],
    ['Read the open clarification, then reply to it'],
  ),
  option_unknown: entry(
    422,
    false,
    ['选项不存在', 'Unknown option'],
    ['没有这个选项，请从列出的选项中选择。', 'There is no such option. Choose one of those listed.'],
  ),
  too_many_requests: entry(
    429,
    true,
    ['请求过多', 'Too many requests'],
    ['当前提问过多，请稍后再试。', 'There are too many questions at the moment. Try again shortly.'],
  ),
  unavailable: entry(
    503,
    true,
    ['服务暂不可用', 'Service unavailable'],
    [
      '服务暂时不可用，您的请求没有被受理，请稍后重试。',
      'The service is away for the moment. Nothing was accepted; try again shortly.',
    ],
  ),
  history_unavailable: entry(
    503,
    true,
    ['历史记录暂不可用', 'History unavailable'],
    [
      '较早的提问暂时无法读取，新的提问不受影响。请过几分钟再试。',
      'Older questions cannot be read at the moment. New questions are not affected. Try again in a few minutes.',
    ],
  ),
  storage_full: entry(
    503,
    true,
    ['存储空间不足', 'Storage almost full'],
    [
      '系统的存储空间即将用尽，暂时不受理新的提问。已受理的提问会继续处理。',
      'The storage of the system is almost full, so no new question is accepted. Accepted questions are still answered.',
    ],
    ['过几分钟再试', '如果问题持续，请联系管理员'],
    ['Try again in a few minutes', 'If it goes on, contact your administrator'],
  ),
  issuer_unavailable: entry(
    503,
    true,
    ['登录服务暂不可用', 'Sign-in service unavailable'],
    [
      '暂时无法向登录服务核对您的令牌，您的请求没有被受理。',
      'Your token cannot be checked with the sign-in service at the moment. Nothing was accepted.',
    ],
    ['稍后重试', '使用访问密钥', '如果问题持续，请联系管理员'],
    ['Try again shortly', 'Use an access key', 'If it goes on, contact your administrator'],
  ),
  internal: entry(
    500,
    true,
    ['内部错误', 'Internal error'],
    ['系统遇到问题，请稍后重试。', 'Something went wrong on our side. Try again shortly.'],
    ['稍后重试', '如果问题持续，请联系管理员'],
    ['Try again shortly', 'If it goes on, contact your administrator'],
  ),

  // Runs
  connection_unavailable: entry(
    503,
    true,
    ['数据源暂不可用', 'Data source unavailable'],
    ['数据源暂时无法连接，请稍后重试。', 'The data source cannot be reached at the moment. Try again shortly.'],
    ['稍后重试', '联系管理员检查数据源'],
    ['Try again shortly', 'Ask your administrator to check the data source'],
  ),
  connection_busy: entry(
    503,
    true,
    ['数据源繁忙', 'Data source busy'],
    [
      '数据源正忙，您的问题没有等到执行的机会，请稍后重试。',
      'The data source is busy, and your question did not get its turn. Try again shortly.',
    ],
    ['稍后重试'],
    ['Try again shortly'],
  ),
  connection_misconfigured: entry(
    503,
    false,
    ['数据源配置有误', 'Data source misconfigured'],
    [
      '该数据源的配置有误，请联系管理员。',
      'This data source is not set up correctly. Please contact your administrator.',
    ],
    ['联系管理员'],
    ['Contact your administrator'],
  ),
  agent_misconfigured: entry(
    503,
    false,
    ['智能体配置有误', 'Agent misconfigured'],
    [
      '该智能体的配置与数据源不符，请联系管理员。',
      'This agent is not set up correctly for this connection. Please contact your administrator.',
    ],
    ['联系管理员', '不指定智能体再提问'],
    ['Contact your administrator', 'Ask without an agent'],
  ),
  question_unsupported: entry(
    200,
    false,
    ['无法回答', 'Not answerable'],
    ['现有数据无法回答这个问题。', 'The data at hand cannot answer this question.'],
    ['换一种问法', '查看示例问题'],
    ['Ask it another way', 'Look at the example questions'],
  ),
  query_failed: entry(
    200,
    false,
    ['查询未成功', 'Query failed'],
    ['这个问题的查询没有成功。', 'The query for this question did not succeed.'],
    ['换一种问法', '缩小范围后重试'],
    ['Ask it another way', 'Narrow the question and try again'],
  ),
  definition_failing: entry(
    200,
    false,
    ['定义无法计算', 'Definition cannot be calculated'],
    [
      '这个问题用到的一项定义在现有数据上无法计算。维护数据的人员能看到这个问题，并可修正该定义。',
      'A definition that this question uses cannot be calculated on the present data. Those who maintain the data can see this question and correct the definition.',
    ],
    ['如果急需，请联系维护数据的人员'],
    ['If it is urgent, contact those who maintain the data'],
  ),
  query_refused: entry(
    200,
    false,
    ['查询被拒绝', 'Query refused'],
    ['出于安全考虑，这个查询没有执行。', 'For safety, this query was not run.'],
    ['换一种问法'],
    ['Ask it another way'],
  ),
  query_timeout: entry(
    200,
    true,
    ['查询超时', 'Query timed out'],
    ['查询的数据量较大，没有在限定时间内完成。', 'The query covers a lot of data and did not finish in time.'],
    ['缩小时间范围', '添加更多筛选条件'],
    ['Narrow the time range', 'Add more conditions'],
  ),
  model_unavailable: entry(
    200,
    true,
    ['暂时无法回答', 'Not answerable right now'],
    [
      '这个问题需要进一步推理，而推理服务暂时没有给出可用的结果。',
      'This question needs further reasoning, and the reasoning service returned no usable result.',
    ],
    ['稍后重试', '换一种更简单的问法'],
    ['Try again shortly', 'Ask it in a simpler way'],
  ),
  worker_failed: entry(
    200,
    true,
    ['处理失败', 'Processing failed'],
    ['处理这个问题时系统多次出错，已停止。', 'The system failed several times on this question and has stopped.'],
    ['稍后重试', '如果问题持续，请联系管理员'],
    ['Try again shortly', 'If it goes on, contact your administrator'],
  ),
  run_timeout: entry(
    200,
    true,
    ['处理超时', 'Timed out'],
    ['这个问题没有在限定时间内处理完成。', 'This question was not finished in time.'],
    ['稍后重试'],
    ['Try again shortly'],
  ),
  clarification_expired: entry(
    200,
    false,
    ['等待回复超时', 'Clarification expired'],
    ['等待您的回复已超时，请重新提问。', 'The wait for your reply has ended. Ask the question again.'],
    ['重新提问'],
    ['Ask again'],
  ),
  clarification_exhausted: entry(
    200,
    false,
    ['未能明确问题', 'Still unclear'],
    ['多次确认后仍无法明确这个问题。', 'The question is still unclear after several replies.'],
    ['换一种问法'],
    ['Ask it another way'],
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodeSchema = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);

/** The body of an HTTP error (RFC 9457). */
export const problemSchema = z.object({
  type: z.string().describe('`urn:querent:problem:` and the code'),
  title: z.string().describe('short text for users'),
  status: z.number().int().describe('HTTP status'),
  code: errorCodeSchema.describe('stable code of the problem'),
  detail: z.string().describe('text for users, in their language'),
  actions: z.array(z.string()).optional().describe('what the user can do'),
  errors: z
    .array(
      z.object({
        path: z.string().describe('path of the field'),
        message: z.string().describe('the mistake in words'),
        line: z.number().int().optional().describe('line in the text that was sent, from 1'),
      }),
    )
    .optional()
    .describe('mistakes in the request, each with its path'),
  difference: z.string().optional().describe('unified diff from what is in force to what was sent'),
  requestId: z.string().optional().describe('id of the request, as in the header `X-Request-Id`'),
});
export type Problem = z.infer<typeof problemSchema>;

/**
 * The run's `error` member in the user's language. `detail` replaces the table's text with a more specific one in
 * business words.
 */
export function runError(
  code: ErrorCode,
  locale: 'zh' | 'en',
  detail?: string,
): { code: ErrorCode; message: string; actions: string[] } {
  const found = errorTable[code];
  return { code, message: detail ?? found.detail[locale], actions: [...found.actions[locale]] };
}
