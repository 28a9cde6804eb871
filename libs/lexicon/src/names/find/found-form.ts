import type { Form } from '../../unit';
import type { IndexedForm } from '../name-form';

/** A form of a name in a text: the pieces `[from, to)`. */
export interface FoundForm {
  from: number;
  to: number;
  form: Form;
  cost: number;
  of: IndexedForm;
}

/** A deterministic order: by position, longer before shorter, then surer first. */
export function inReadingOrder(a: FoundForm, b: FoundForm): number {
  return a.from - b.from || b.to - a.to || a.cost - b.cost;
}
