import { say } from '../answer/words';
import { cueOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { refuse } from './refuse';
import type { Stop } from './step';

/** Greetings and questions about the product: the whole question, not a word of it. */
const CHITCHAT: { asked: RegExp; zh: string; en: string }[] = [
  { asked: /^(?:你好|您好|嗨|哈喽|早上好|下午好|晚上好|在吗|hi|hello|hey|good (?:morning|afternoon|evening))(?:\s*(?:there|呀|啊|吗))?$/, zh: '您好！请直接用一句话提问，我来查询数据并给出图表。', en: 'Hello! Ask about your data in one sentence and I will answer with figures and a chart.' },
  { asked: /^(?:谢谢(?:你|您)?|多谢|感谢|thanks?(?: you)?(?: (?:a lot|very much|so much))?|thx|cheers)$/, zh: '不客气，还可以继续提问。', en: 'You are welcome. Ask on whenever you like.' },
  { asked: /^(?:再见|拜拜|bye|goodbye|see you)$/, zh: '再见！', en: 'Goodbye!' },
  { asked: /(?:你是谁|你叫什么|你是什么|介绍一下你自己|who are you|what are you|what is your name|what's your name)$/, zh: '我是数据问答助手：用中文或英文提问，我从数据库里查出答案。', en: 'I answer questions about your database, asked in Chinese or English.' },
  { asked: /^(?:你|您)?(?:能|可以|会)(?:做|干|回答)(?:些)?(?:什么|啥|哪些问题)$|^(?:怎么用|如何使用|帮助|help)$|^what can (?:you|i) (?:do|ask)(?: here)?$/, zh: '可以询问数量、合计、平均、排名、趋势、占比、对比和附近的地点等。', en: 'Ask for counts, totals, averages, rankings, trends, shares, comparisons or places nearby.' },
];

/** Chitchat is answered at once; writes, forecasts and reasons are refused before anything is read into them. */
export function checkIntent(reading: Reading): Stop | null {
  const bare = reading.text.replace(/[\s?!.。,~…]+$/u, '').trim();
  const chat = CHITCHAT.find(({ asked }) => asked.test(bare));
  if (chat) return { kind: 'chitchat', reply: say(reading.locale, chat.zh, chat.en) };
  for (const mention of reading.mentions) {
    const cue = cueOf(mention, 'refuse');
    // A write is asked for at once; further on the same words describe: recently updated, 新增客户.
    if (cue?.why === 'write' && mention.index > 1) continue;
    if (cue && !mention.senses.some((sense) => sense.kind !== 'cue')) return refuse(reading, cue.why, mention.span.text);
  }
  const future = reading.mentions.find((mention) => mention.literal?.kind === 'time' && (mention.literal.time.range.from ?? '') > reading.today);
  return future ? refuse(reading, 'forecast', future.span.text) : null;
}
