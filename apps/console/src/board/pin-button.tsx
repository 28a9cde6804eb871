import type { Run } from '@querent/client';
import type { ReactElement } from 'react';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { useMessages } from '../i18n/use-messages';
import { useReading } from '../runs/use-reading';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { usePinChange, usePins } from './pins';

/**
 * Pins the question of a run to the board, or removes it. A follow-up or a clarified question is pinned in explicit
 * words, because alone it would mean something else.
 */
export function PinButton({ run }: { run: Run }): ReactElement {
  const { board, states } = useMessages();
  const { data: pins } = usePins();
  const question = useReading(run).data?.question ?? run.question;
  const pin = pins?.find((one) => one.question === question && one.connection === run.connection);
  const change = usePinChange(() =>
    pin ? querent.pins.remove(pin.id) : querent.pins.add({ question, connection: run.connection }),
  );
  return (
    <>
      <Button
        tone="plain"
        aria-pressed={pin !== undefined}
        isPending={change.isPending}
        onPress={() => change.mutate(undefined)}
      >
        <Icon name="pin" />
        {pin ? board.pinned : board.pin}
      </Button>
      {change.isError && (
        <span role="alert" className="bad">
          {messageOf(change.error, states.unreachable)}
        </span>
      )}
    </>
  );
}
