/** Tags and the ends of links: where a reader's program may take a text for more than one. */
const MARKUP = /<\/?[a-z!][^>]{0,200}>|\]\(/iu;
const ADDRESS = /\b[a-z][a-z+.-]{1,12}:\/\/|\b(?:javascript|mailto|file):\S|\bdata:[a-z]+\/|\bwww\./iu;

/** Whether a text that a model put beside stored values could take its reader, or what stands next to it, elsewhere. */
export const leadsAway = (text: string): boolean => ADDRESS.test(text) || MARKUP.test(text);
