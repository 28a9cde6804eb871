import type { RunView } from '@querent/contracts';
import { echoesPrompt } from '@querent/llm';
import { leaksIn } from '../../suites/leak/leak-check';
import type { Uncovered } from './uncovered-questions';

/** Technical words that texts for business users must not contain. */
const TECHNICAL =
  /\b(?:LLM|GPT|API|HTTPS?|JSON|SQL|tokens?|prompts?|servers?|sockets?|endpoints?|time-?outs?|timed out|retry|retries|retried|attempts?|breaker|budget|rate limit|status|null|undefined|exception|schema|scripted|4\d\d|5\d\d)\b|超时|令牌|提示词|接口|服务器|重试次数|报文|熔断|预算|限流/i;
/** Physical names of the connections `crm` and `commerce`, without those that are also business words. */
const NAMES = [
  'full_name',
  'user_id',
  'joined_on',
  'bought_on',
  'order_items',
  'ordered_at',
  'registered_at',
  'customer_id',
  'unit_price',
  'last_login_at',
  'id_card',
];
const HAN = /\p{Script=Han}/u;

/** Returns the faults of a run's texts for a user without `sql:read`. */
export function faultsOfTexts({ locale }: Pick<Uncovered, 'locale'>, run: RunView): string[] {
  const { error, clarification, answer, steps } = run;
  const prose = [
    error?.message,
    ...(error?.actions ?? []),
    clarification?.question,
    ...steps.map(({ message }) => message),
  ].filter((text) => text !== undefined);
  const all = [
    ...prose,
    ...(answer === null ? [] : [answer.text, ...answer.suggestions]),
    ...(clarification?.options ?? []).flatMap(({ label, description }) => [label, description ?? '']),
  ];
  return [
    ...leaksIn(JSON.stringify(run), NAMES),
    ...all.filter((text) => TECHNICAL.test(text)).map((text) => `technical: ${text}`),
    ...all.filter(echoesPrompt).map((text) => `prompt: ${text}`),
    ...prose.filter((text) => HAN.test(text) !== (locale === 'zh')).map((text) => `not ${locale}: ${text}`),
    ...(error !== null && error.message.length < 8 ? [`too short: ${error.message}`] : []),
  ];
}
