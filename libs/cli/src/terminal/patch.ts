import { createTwoFilesPatch } from 'diff';
import type { Context } from '../context';
import { visible } from '../failures';

/** A text with the name that a difference shows for it. */
export interface NamedText {
  name: string;
  /** Null: there is none. */
  text: string | null;
}

/** The difference of two texts as a unified diff; null: they are equal. */
export const difference = (before: NamedText, after: NamedText): string | null =>
  before.text === after.text ? null : createTwoFilesPatch(before.name, after.name, before.text ?? '', after.text ?? '');

/** The lines of a difference, in colours. */
export const patchLines = ({ paint }: Pick<Context, 'paint'>, patch: string): string[] =>
  patch
    .split('\n')
    .slice(1)
    .map((line) => {
      const text = visible(line);
      return line.startsWith('+') ? paint('green', text) : line.startsWith('-') ? paint('red', text) : text;
    });
