import type { Form, NameMeaning } from '../unit';
import type { RuleName } from './rules';

/** One way to write a part of a model, and how it is derived from the names that the model gives. */
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
  /**
   * The surfaces of its pieces without what is between them: what a text is compared with to know a plural from the
   * name as written.
   */
  spelling: string;
  /** The thing whose name may be put before or behind: "customer name", "name of the customer". */
  owner: string | null;
  /** The cost together with the owner's name. */
  ownedCost: number;
  /** Whether it is read without the owner's name as well. */
  alone: boolean;
}

/** Rules that take a name as the model gives it. */
const WRITTEN: ReadonlySet<RuleName> = new Set<RuleName>(['label', 'synonym', 'stored', 'listed']);

/** Whether the model file or the stored data has these words for the part. */
export const isWritten = ({ rule }: NameForm): boolean => WRITTEN.has(rule);

/** Whether the words label a part of the model; stored values are data. */
export const isLabel = ({ form, meaning }: NameForm): boolean => form === 'exact' && meaning.type !== 'value';

/** Text that is equal for equal meanings. */
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

/** The part of the model that a meaning is about: an attribute, an event and a flag may be of one column. */
export function partKey(meaning: NameMeaning): string {
  return 'column' in meaning ? `${meaning.column.table}.${meaning.column.column}` : meaningKey(meaning);
}
