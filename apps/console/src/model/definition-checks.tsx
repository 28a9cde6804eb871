import type { ReactElement } from 'react';
import { Button } from '../ui/button';
import { useTexts } from './texts';
import type { Comparison } from './use-impact';

interface Props {
  definitions: Comparison['definitions'];
  onShow: (path: readonly string[]) => void;
}

/** Whether the changed definitions of a draft can be calculated on the data. Each leads to its line. */
export function DefinitionChecks({ definitions: { status, checks }, onShow }: Props): ReactElement | null {
  const { checks: texts, editor } = useTexts();
  if (status === 'done' && checks.length === 0) return null;
  return (
    <section aria-label={texts.title} className="mistakes tried">
      <h3>{texts.title}</h3>
      {status !== 'done' && <p role="status">{texts[status]}</p>}
      <ul>
        {checks.map(({ path, label, line, state, message, cause, value }) => (
          <li key={path} className={state}>
            <Button tone="plain" onPress={() => onShow(path.split('.'))}>
              <span>
                {line !== null && <strong>{editor.line(line)} </strong>}
                {label} <span className={state === 'fails' ? 'bad' : 'quiet'}>{texts.states[state]}</span>
                {value !== null && ` ${value}`} {message} {cause !== null && <code>{cause}</code>}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
