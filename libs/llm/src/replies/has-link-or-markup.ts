/** Tags and ends of links that a client may render. */
const MARKUP = /<\/?[a-z!][^>]{0,200}>|\]\(/iu;
const ADDRESS = /\b[a-z][a-z+.-]{1,12}:\/\/|\b(?:javascript|mailto|file):\S|\bdata:[a-z]+\/|\bwww\./iu;

/** Whether a model's text beside stored values contains a link or markup that could redirect its reader. */
export const hasLinkOrMarkup = (text: string): boolean => ADDRESS.test(text) || MARKUP.test(text);
