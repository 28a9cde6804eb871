import type { ReactElement, ReactNode } from 'react';
import { useMessages } from '../i18n/use-messages';
import { Icon } from '../ui/icon';
import { MenuButton } from '../ui/menu-button';
import { isAsked } from './marks';
import type { Preview, PreviewPart } from './use-preview';

interface Props {
  /** The question that was read. */
  question: string;
  preview: Pick<Preview, 'parts' | 'clarification'>;
  /** Called with the whole question in which one part is another. */
  onReplace: (question: string) => void;
}

/** A question of thousands of characters has hundreds of parts. */
const MOST = 16;

/** How a question is read, part by part. Each part that may be another one is a button with the choices. */
export function ReadingChips({ question, preview, onReplace }: Props): ReactElement {
  const { reading } = useMessages();
  return (
    <ul className="chips" aria-label={reading.title}>
      {preview.parts.slice(0, MOST).map((part) => (
        <li key={part.from}>
          {isAsked(part, preview.clarification) ? (
            <Chip
              part={part}
              kind={reading.asked}
              label={`“${question.slice(part.from, part.to)}”`}
              onReplace={onReplace}
            />
          ) : (
            <Chip part={part} kind={reading.kinds[part.kind]} label={part.label} onReplace={onReplace} />
          )}
        </li>
      ))}
      {preview.parts.length > MOST && <li className="quiet">{reading.more(preview.parts.length - MOST)}</li>}
    </ul>
  );
}

interface ChipProps {
  part: PreviewPart;
  kind: string;
  label: string;
  onReplace: (question: string) => void;
}

function Chip({ part: { alternatives = [] }, kind, label, onReplace }: ChipProps): ReactElement {
  const { reading } = useMessages();
  const text: ReactNode = (
    <>
      <span className="kind">{kind}</span> {label}
    </>
  );
  if (alternatives.length === 0) return <span className="chip">{text}</span>;
  return (
    <MenuButton
      label={reading.change(label)}
      description={`${kind} ${label}. ${reading.changeable}`}
      className="chip"
      entries={alternatives.map((alternative) => ({ key: alternative.replacement, label: alternative.label }))}
      onChoose={onReplace}
    >
      {text}
      <Icon name="down" />
    </MenuButton>
  );
}
