import { useEffect, useId, useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { useMessages } from '../i18n/use-messages';
import { usePlace } from '../surface/surface';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { MenuButton } from '../ui/menu-button';
import { completionsOf } from './completions';
import type { useConnections } from './connections';
import { MarkedText } from './marked-text';
import { marksOf } from './marks';
import { ReadingChips } from './reading-chips';
import { useKnownWords } from './use-known-words';
import { usePreview } from './use-preview';

/** Most characters of a question. */
const LONGEST = 2_000;

interface Props {
  text: string;
  onText: (text: string) => void;
  onAsk: (question: string) => void;
  isAsking: boolean;
  connections: ReturnType<typeof useConnections>;
  /** The conversation that the question continues, and its last question; null: a new conversation. */
  continued: { conversationId: string; question: string } | null;
  onForgetContinued: () => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The field for a question, with its reading while the user types. */
export function QuestionBox(props: Props): ReactElement {
  const { field, text, onText, onAsk, isAsking, connections, continued, onForgetContinued } = props;
  const { ask, states } = useMessages();
  const { connection } = connections;
  const { startsFocused } = usePlace();
  const isSettled = useIsSettled(text);
  const read = usePreview({
    isSettled,
    question: text,
    connection: connection?.name,
    conversationId: continued?.conversationId,
  });
  const preview = read?.preview;
  const { words, questions } = useKnownWords(connection);
  const [offers, setOffers] = useState<'open' | 'closed'>('closed');
  const [active, setActive] = useState(-1);
  const completions = offers === 'open' ? completionsOf(text, { words, questions }) : [];
  const [listId, statusId] = [useId(), useId()];

  // The field grows with its text.
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
  }, [text, field]);

  // The last word is not called unknown while it is being typed.
  const isMarked = ({ to }: { to: number }): boolean => isSettled || to < text.length;
  const write = (next: string): void => {
    onText(next);
    setActive(-1);
  };
  const take = (question: string): void => {
    write(question);
    setOffers('closed');
    field.current?.focus();
  };
  const submit = (): void => {
    setOffers('closed');
    if (text.trim() !== '' && !isAsking) onAsk(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends the composition of Chinese characters: it must not ask.
    if (event.nativeEvent.isComposing) return;
    const chosen = completions[active];
    if (completions.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      event.preventDefault();
      setActive(((active + step + 1 + completions.length + 1) % (completions.length + 1)) - 1);
    } else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      take(chosen.question);
    } else if (event.key === 'Escape' && offers === 'open') {
      setOffers('closed');
      setActive(-1);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
  };

  return (
    <form
      className="question-box"
      // Whether the shown reading is that of the typed text; tests and benches wait for it.
      data-read={read?.of === text}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {continued && (
        <p className="continued">
          <span>
            {ask.continues} <q>{continued.question}</q>
          </span>
          <Button tone="plain" className="round small" aria-label={ask.newConversation} onPress={onForgetContinued}>
            <Icon name="close" />
          </Button>
        </p>
      )}
      <div className="field">
        {preview && read?.of === text && <MarkedText text={text} marks={marksOf(preview).filter(isMarked)} />}
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={LONGEST}
          placeholder={continued ? ask.followUp : ask.placeholder}
          aria-label={ask.label}
          aria-haspopup="listbox"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
          aria-describedby={statusId}
          autoFocus={startsFocused}
          enterKeyHint="send"
          onChange={({ target }) => {
            write(target.value);
            setOffers('open');
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOffers('closed')}
        />
        <Button
          type="submit"
          tone="main"
          className="round"
          aria-label={ask.submit}
          isPending={isAsking}
          isDisabled={text.trim() === ''}
        >
          <Icon name="send" />
        </Button>
      </div>
      <div className="under">
        {(connections.connections?.length ?? 0) > 1 && connection && (
          <MenuButton
            label={ask.data}
            description={`${ask.data}: ${connection.label}`}
            className="chip data"
            entries={(connections.connections ?? []).map(({ name, label, status }) => ({
              key: name,
              label,
              isChosen: name === connection.name,
              ...(status === 'ready' ? {} : { description: states.connection[status] }),
            }))}
            onChoose={connections.choose}
          >
            <span className="kind">{ask.data}</span> {connection.label}
            <Icon name="down" />
          </MenuButton>
        )}
        {preview && text !== '' && <ReadingChips question={read?.of ?? text} preview={preview} onReplace={take} />}
      </div>
      <p
        id={statusId}
        className={preview && text !== '' && isSettled ? `reading ${preview.kind}` : 'reading'}
        role="status"
      >
        {text !== '' && preview ? readingOf({ ...preview, uncovered: preview.uncovered.filter(isMarked) }, ask) : ''}
        {text.length > LONGEST * 0.9 ? ` ${ask.length(text.length, LONGEST)}` : ''}
      </p>
      <ul
        id={listId}
        role="listbox"
        aria-label={ask.completions}
        className="completions"
        hidden={completions.length === 0}
      >
        {completions.map(({ text: shown, question, kind }, at) => (
          <li
            key={`${kind} ${shown}`}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            // Pressing must not take the focus from the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(question)}
          >
            <Icon name={kind === 'question' ? 'clock' : 'plus'} />
            {shown}
          </li>
        ))}
      </ul>
    </form>
  );
}

/** One sentence about the reading: what will be answered, asked, or is not understood. */
function readingOf(
  { kind, text, uncovered }: { kind: string; text: string; uncovered: readonly { text: string }[] },
  ask: ReturnType<typeof useMessages>['ask'],
): string {
  if (kind === 'uncovered') return uncovered.length > 0 ? ask.unknown(uncovered.map((gap) => gap.text)) : '';
  return kind === 'planned' ? ask.reads(text) : text;
}

/** Time without a key after which a text counts as typed. */
const SETTLED_MS = 700;

/** Whether the text has not changed for a while. */
function useIsSettled(text: string): boolean {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text;
}
