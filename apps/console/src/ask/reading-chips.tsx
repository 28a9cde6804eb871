import type { ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { Icon } from '../ui/icon';
import { MenuButton } from '../ui/menu-button';
import type { PreviewPart } from './use-preview';

interface Props {
  parts: readonly PreviewPart[];
  /** Called with the whole question in which one part is another. */
  onReplace: (question: string) => void;
  /** Called when the user is about to change a part. */
  onApproach?: () => void;
}

/** How a question is read, part by part. Each part that may be another one is a button with the choices. */
export function ReadingChips({ parts, onReplace, onApproach }: Props): ReactElement {
  const { reading } = useMessages();
  return (
    <ul className="chips" aria-label={reading.title}>
      {parts.map(({ from, kind, label, alternatives = [] }) => (
        <li key={from}>
          {alternatives.length === 0 ? (
            <span className={`chip ${kind}`}>
              <span className="kind">{reading.kinds[kind]}</span> {label}
            </span>
          ) : (
            <MenuButton
              label={reading.change(label)}
              description={`${reading.kinds[kind]} ${label}. ${reading.changeable}`}
              className={`chip ${kind}`}
              entries={alternatives.map((alternative) => ({
                key: alternative.replacement,
                label: alternative.label,
              }))}
              onChoose={onReplace}
              {...(onApproach === undefined ? {} : { onApproach })}
            >
              <span className="kind">{reading.kinds[kind]}</span> {label}
              <Icon name="down" />
            </MenuButton>
          )}
        </li>
      ))}
    </ul>
  );
}
