import { oneOf } from '../names/derive/word-list';

/** Words that start a new topic: "now something else:", 换个问题. The earlier question does not apply any more. */
const NEW_TOPIC = new RegExp(
  '^(?:' +
    String.raw`(?:(?:ok|okay|and|so|well|now|right|alright|next),? )*` +
    oneOf(`
      (?:(?:on to|for|about|let's (?:talk about|look at|turn to|do|try)|i have|here's) )?something (?:completely |entirely |totally |quite )?
       (?:else|different|unrelated)|
      (?:on )?(?:(?:a|an|one) )?(?:new|different|unrelated|separate|another) (?:topic|subject|question|matter)|
      on (?:another|a different) note|change of (?:topic|subject)|(?:let's )?(?:change|switch) (?:the )?(?:topic|subject)s?|
      switching (?:topic|subject|gear)s?|moving on`) +
    String.raw`(?: (?:now|then|entirely|altogether))?\s?[:,.;!-]+\s?` +
    String.raw`|(?:(?:now|ok|okay|and),? )?(?:let's |let us )?(?:go(?:ing)? )?back to (?:all|every|everything|the whole)[^:]{0,40}:\s?` +
    String.raw`|(?:再|我们)?回到(?:所有|全部|全体|整个|整体)[^:：]{0,16}[:：]\s?` +
    String.raw`|(?:好|那|好的|那么|现在)?[,，]?(?:换个|换一个|换|另一个|另外一个|问个别的|问点别的|说点别的)(?:话题|问题|别的|题目|事)?(?:吧|了|问问)?\s?[:：,，。]\s?` +
    ')(?=\\S)',
  'u',
);

/** The words at the beginning of a normalised text that leave the earlier topic; null if there are none. */
export function newTopicIn(text: string): { start: number; end: number } | null {
  const [found] = NEW_TOPIC.exec(text) ?? [];
  return found === undefined || found.length >= text.length ? null : { start: 0, end: found.length };
}

const FINE = String.raw`(?:好的?|好吧|行|嗯|ok|谢谢(?:你|您|啦|了)?)[,，。!！\s]*`;
/**
 * Words that mostly introduce a new question: 再帮我查下, 好，另外. If the rest is not a question by itself, it changes the last
 * one.
 */
export const FRESH: readonly RegExp[] = [
  new RegExp(String.raw`^${FINE}另外[,，]?(?=\p{Script=Han})`, 'u'),
  new RegExp(
    String.raw`^(?:${FINE})?(?:(?:再|另外|顺便|然后|接下来|最后)?[,，]?(?:想|请|麻烦(?:你|您)?)?再?(?:帮我|帮忙|给我|替我)再?` +
      String.raw`(?:查|看|问|算|数|统计)(?:一下|一查|一看|下)?|(?:另外|顺便)[,，]?(?:再|也|想)*(?:问|查)(?:一下|一个问题|下|问)?)` +
      String.raw`[,，:：]?(?=\p{Script=Han})`,
    'u',
  ),
];

/** The end of the words that introduce a new question in a normalised text; 0 if there are none. */
export function freshOpening(text: string): number {
  const ends = FRESH.map((opening) => opening.exec(text)?.[0].length ?? 0);
  return newTopicIn(text)?.end ?? Math.max(...ends);
}
