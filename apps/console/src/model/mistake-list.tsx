import type { ReactElement } from 'react';
import { Button } from '../ui/button';
import { useTexts } from './texts';
import type { Mistake } from './validation';

interface Props {
  text: string;
  mistakes: readonly Mistake[];
  onShow: (range: { from: number; to: number }) => void;
}

/** The mistakes in a model file. Each leads to its line. */
export function MistakeList({ text, mistakes, onShow }: Props): ReactElement | null {
  const { editor } = useTexts();
  if (mistakes.length === 0) return null;
  return (
    <section aria-label={editor.problems} className="mistakes">
      <h2>{editor.problems}</h2>
      <ul>
        {mistakes.map(({ path, message, line }) => (
          <li key={`${line} ${path} ${message}`}>
            <Button tone="plain" onPress={() => onShow(lineRange(text, line ?? 1))}>
              <span>
                {line !== undefined && <strong>{editor.line(line)} </strong>}
                {path !== '' && <code>{path}</code>} {message}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n');
  const from = lines.slice(0, line - 1).reduce((length, { length: more }) => length + more + 1, 0);
  return { from, to: from + (lines[line - 1]?.length ?? 0) };
}
