export { LexicalIndex, termsOf, type Scored } from './lexical-index';
export { touchedTables } from './touched-tables';
