export type { Form, NameMeaning, Operator, PlainWord, Unit, UnitMeaning } from './unit';
