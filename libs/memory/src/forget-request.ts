import { normalizeText } from '@querent/language';

/** Clauses that mean "ask me again". They may name a decision; all habits are forgotten regardless. */
const FORGETS: readonly RegExp[] = [
  /^(?=.*(?:以后|下次|今后|每次|先|都要))(?=.*(?:问我|先问|先询问|询问我|跟我确认|和我确认|向我确认|先确认))(?:以后|下次|今后|每次|都|就|还是|要|得|你|先|再|问|询问|我|跟我|和我|向我|确认|一下|一声|算|查|答|回答|说)+$/,
  /^(?:以后|下次|今后)?(?:都)?(?:别|不要|不用|请勿|停止)(?:再|总是|老是|自动|擅自)*(?:替我|帮我|给我|为我)?(?:默认|猜|假设|自作主张|自动选择|选择|选|决定).{0,12}$/,
  /^(?:忘记|忘掉|清除|清空|重置|删除)(?:我)?(?:的)?(?:所有|全部|之前的|以前的|之前|以前)?(?:的)?(?:我的)?(?:偏好|习惯|选择|默认选择|默认|记住的选择)(?:设置)?$/,
  /^(?:always |just )?ask me(?: again)?(?: (?:first|every time|each time|always|next time|before (?:assuming|you assume|deciding|you decide).{0,20}))+$/,
  /^(?:always )?ask (?:me )?(?:every|each) time$/,
  /^(?:do not|don't|dont|never|stop|no more) (?:to )?(?:assum(?:e|ing)|guess(?:ing)?|decid(?:e|ing) for me|choos(?:e|ing) for me|pick(?:ing)? for me)(?: .{0,40})?$/,
  /^(?:forget|clear|reset|delete) (?:all )?(?:of )?my (?:earlier |previous |old )?(?:choices|preferences|habits|defaults)$/,
];
/** Polite clauses without a meaning for this decision. */
const COURTESY =
  /^(?:请|麻烦你?|好的?|嗯|那|谢谢你?|please|ok|okay|thanks|thank you|and|from now on|in future|in the future)$/;

/** Whether a text only asks the product to forget the user's habits and to ask again. */
export function isForgetRequest(text: string): boolean {
  const clauses = normalizeText(text)
    .split(/[\s]*[,.;!?、。~…]+[\s]*|(?<=[a-z]) and (?=[a-z])/u)
    .map((clause) => bare(clause.trim()))
    .filter((clause) => clause !== '' && !COURTESY.test(clause));
  return clauses.length > 0 && clauses.every((clause) => FORGETS.some((pattern) => pattern.test(clause)));
}

const bare = (clause: string): string =>
  clause
    .replace(/^(?:请你?|麻烦你?|那就|那|please |from now on |in (?:the )?future )+/u, '')
    .replace(/(?: please| thanks| from now on| in (?:the )?future|吧|了|哦|啊|谢谢)+$/u, '')
    .trim();
