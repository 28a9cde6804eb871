import type { Form, NameMeaning } from '../unit';
import type { RuleName } from './rules';

/** A form of a name of a model's part, and its derivation from the names in the model. */
export interface NameForm {
  /** Normalised: lower case, half-width, simplified. */
  phrase: string;
  meaning: NameMeaning;
  form: Form;
  cost: number;
  rule: RuleName;
}

/** A form as the index keeps it. */
export interface IndexedForm extends NameForm {
  /** The surfaces of its pieces, joined: compared with the text to distinguish a plural from the name as written. */
  spelling: string;
  /** The thing whose name may precede or follow: "customer name", "name of the customer". */
  owner: string | null;
  /** The cost together with the owner's name. */
  ownedCost: number;
  /** Whether it is also found without the owner's name. */
  alone: boolean;
}

/** Rules that use a name as the model has it. */
const WRITTEN: ReadonlySet<RuleName> = new Set<RuleName>(['label', 'synonym', 'stored', 'listed']);

/** Whether the form is written in the model file or in the stored data. */
export const isWritten = ({ rule }: NameForm): boolean => WRITTEN.has(rule);

/** Whether the form labels a part of the model; stored values are data. */
export const isLabel = ({ form, meaning }: NameForm): boolean => form === 'exact' && meaning.type !== 'value';

/** A key of a meaning, equal for equal meanings. */
export function meaningKey(meaning: NameMeaning): string {
  switch (meaning.type) {
    case 'thing':
      return `thing ${meaning.thing}`;
    case 'reserved':
      return `reserved ${meaning.table}`;
    case 'metric':
    case 'term':
    case 'filter':
      return `${meaning.type} ${meaning.id}`;
    case 'value':
      return `${partKey(meaning)} = ${meaning.values.join('|')}`;
    case 'flag':
      return `${partKey(meaning)} is ${meaning.is}`;
    case 'event':
      return `${partKey(meaning)} ${meaning.absent ? 'not ' : ''}${meaning.noun ? 'noun' : 'verb'}`;
    default:
      return `${meaning.type} ${partKey(meaning)}`;
  }
}

/** A key of the part of the model that a meaning refers to: an attribute, an event and a flag may share a column. */
export function partKey(meaning: NameMeaning): string {
  return 'column' in meaning ? `${meaning.column.table}.${meaning.column.column}` : meaningKey(meaning);
}
