import { useRef, type ReactElement } from 'react';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { useMessages } from '../i18n/use-messages';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useTitle } from '../ui/use-title';
import './board.css';
import { usePinChange, usePins } from './pins';
import { PinnedCard } from './pinned-card';

/** The user's pinned questions, each asked when the page is opened. */
export default function BoardPage(): ReactElement {
  const { board, states, actions } = useMessages();
  useTitle(board.title);
  const { data: pins, error, refetch } = usePins();
  const move = usePinChange(({ id, position }: { id: string; position: number }) =>
    querent.pins.change(id, { position }),
  );
  const remove = usePinChange((id: string) => querent.pins.remove(id));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="board">
      <h1 ref={heading} tabIndex={-1}>
        {board.title}
      </h1>
      {!pins && !error && <Loading />}
      {!pins && error && (
        <Notice tone="bad" title={messageOf(error, states.unreachable)} isAlert>
          <Button onPress={() => void refetch()}>{actions.tryAgain}</Button>
        </Notice>
      )}
      {pins?.length === 0 && (
        <Notice tone="calm" title={board.empty}>
          <p className="quiet">{board.emptyHint}</p>
        </Notice>
      )}
      <ul>
        {pins?.map((pin, at) => (
          <li key={pin.id}>
            <PinnedCard
              pin={pin}
              isFirst={at === 0}
              isLast={at === pins.length - 1}
              onMove={(step) => move.mutate({ id: pin.id, position: at + step })}
              onRemove={() => {
                remove.mutate(pin.id);
                heading.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
