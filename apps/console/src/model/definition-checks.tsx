import type { ReactElement } from 'react';
import { Button } from '../ui/button';
import { useTexts } from './texts';
import type { Comparison } from './use-impact';

interface Props {
  definitions: Comparison['definitions'];
  onShow: (path: readonly string[]) => void;
}

const tones = { calculates: 'good', fails: 'bad', too_slow: 'quiet', not_checked: 'quiet' } as const;

/** Whether the changed definitions of a draft can be calculated on the data. Each leads to its line. */
export function DefinitionChecks({ definitions: { status, checks }, onShow }: Props): ReactElement | null {
  const { checks: texts, editor } = useTexts();
  if (status === 'done' && checks.length === 0) return null;
  return (
    <section aria-label={texts.title} className="mistakes">
      <h3>{texts.title}</h3>
      {status !== 'done' && <p role="status">{texts[status]}</p>}
      <ul>
        {checks.map(({ path, label, line, state, message, cause, value }) => (
          <li key={path}>
            <Button tone="plain" onPress={() => onShow(path.split('.'))}>
              <span>
                {line !== null && <strong>{editor.line(line)} </strong>}
                {label} <span className={tones[state]}>{texts.states[state]}</span>
                {value !== null && ` ${value}`} {message} {cause !== null && <code>{cause}</code>}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
