export { LexicalIndex, type Scored } from './lexical-index';
export { touchedTables } from './touched-tables';
