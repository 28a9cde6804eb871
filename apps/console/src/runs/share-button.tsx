import type { Run } from '@querent/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { messageOf } from '../message-of';
import { addressOf } from '../pages';
import { useQuerent } from '../surface/surface';
import { Button } from '../ui/button';
import { copied } from '../ui/copy';
import { Icon } from '../ui/icon';

/** Copies an address with which colleagues can read the run. */
export function ShareButton({ run }: { run: Run }): ReactElement {
  const { answer: words, states } = useMessages();
  const querent = useQuerent();
  const sharing = useMutation({
    mutationFn: async () => {
      const share = await querent.handle(run.id).share();
      const address = new URL(addressOf('run', { id: run.id }, { share }), window.location.origin).href;
      return { address, isCopied: await copied(address) };
    },
  });
  return (
    <>
      <Button tone="plain" isPending={sharing.isPending} onPress={() => sharing.mutate()}>
        <Icon name="share" />
        {words.share}
      </Button>
      {sharing.data && (
        <span role="status" className="quiet shared">
          {sharing.data.isCopied ? words.shared : words.copyThis}
          {!sharing.data.isCopied && (
            <input
              type="text"
              readOnly
              autoFocus
              aria-label={words.copyThis}
              value={sharing.data.address}
              onFocus={({ target }) => target.select()}
            />
          )}
        </span>
      )}
      {sharing.isError && (
        <span role="alert" className="bad">
          {messageOf(sharing.error, states.unreachable)}
        </span>
      )}
    </>
  );
}
