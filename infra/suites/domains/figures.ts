import { proportion, type Proportion } from '../eval/report/proportion';
import { isDeclined, type Verdict } from './verdict';

interface Figure {
  /** Heading of its column. */
  title: string;
  /** Null if the question does not count. */
  of: (verdict: Verdict) => boolean | null;
}

const alone = (expect: Verdict['expect'], { expect: due, isTurn, right }: Verdict): boolean =>
  !isTurn && due === expect && right !== null;

/** All reported shares, in the order of the table. README.md defines each. */
export const figures = {
  right: { title: 'right', of: (one) => (alone('answer', one) ? one.right : null) },
  ofAnswered: { title: 'of answered', of: (one) => (one.isTurn ? null : one.rowsRight) },
  asked: { title: 'asked', of: (one) => (alone('answer', one) ? one.outcome === 'asked' : null) },
  declined: { title: 'declined', of: (one) => (alone('answer', one) ? isDeclined(one) : null) },
  unclear: { title: 'unclear asked', of: (one) => (alone('ask', one) ? one.right : null) },
  trigger: { title: 'trigger', of: (one) => (one.isTurn ? null : one.triggerRight) },
  afterReply: { title: 'after reply', of: (one) => (one.isTurn ? null : one.rightAfterReply) },
  refused: { title: 'refused', of: (one) => (alone('refuse', one) ? one.right : null) },
  talked: { title: 'talked', of: (one) => (alone('chat', one) ? one.right : null) },
  turns: { title: 'turns', of: (one) => (one.isTurn ? isTurnRight(one) : null) },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;
export const figureNames = Object.keys(figures) as FigureName[];
export type Figures = Record<FigureName, Proportion>;

export function figuresOf(verdicts: readonly Verdict[]): Figures {
  const shares = figureNames.map((name) => [name, proportion(verdicts.map(figures[name].of))] as const);
  return Object.fromEntries(shares) as Figures;
}

/** A turn that must pause is right when its reply leads to the rows, too. */
const isTurnRight = ({ right, rightAfterReply }: Verdict): boolean | null =>
  right === null ? null : right && rightAfterReply !== false;
