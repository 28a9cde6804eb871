import { nameOf } from '../../model/things';
import type { Reading } from '../reading/reading';
import type { Step } from './step';

/** 5A里评论最多的: left without a noun, what has the most is the row, not its figure (评论最多是多少). */
export const rowOfExtreme: Step = (reading) => {
  const { draft, text } = reading;
  const [measure, ...others] = draft.measures;
  const what = measure?.what;
  if (!measure?.span || others.length > 0 || what?.kind !== 'aggregate' || !what.column || (what.fn !== 'max' && what.fn !== 'min')) return null;
  if (draft.dimensions.length > 0 || draft.compare || measure.share || !LEFT_OPEN.test(text) || !isRow(reading)) return null;
  draft.measures = [];
  draft.order = [{ by: { kind: 'column', column: what.column }, direction: what.fn === 'max' ? 'desc' : 'asc', span: measure.span }];
  draft.limit = 1;
  draft.strategy ??= 'detail';
  return null;
};

const LEFT_OPEN = /最[\p{Script=Han}]的(?:是(?:哪(?:一)?[个家所条座位笔]?|谁|什么))?[\s?？。!！]*$/u;

/** Only what has a name of its own can be the one that is meant. */
function isRow({ draft }: Reading): boolean {
  return draft.subject !== null && nameOf(draft.subject.thing) !== null;
}
