import '../operate.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import { querent } from '../../api';
import { messageOf } from '../../message-of';
import { useMessages } from '../../i18n/use-messages';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useTitle } from '../../ui/use-title';
import { Loaded } from '../loaded';
import { useTexts } from '../texts';
import { KeyEntry } from './key-entry';
import { KeyForm } from './key-form';
import { NewSecret, type CreatedKey } from './new-secret';

export const KEYS = ['keys'] as const;

/** The access keys: who has which rights, new ones, and their end. */
export default function KeysPage(): ReactElement {
  const { keys: words } = useTexts();
  const { states } = useMessages();
  useTitle(words.title);
  const { name: own } = useSession();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  /** Where the focus goes when what had it is removed. */
  const focusHeading = (): void => heading.current?.focus();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const query = useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => querent.keys.list({ signal }),
    staleTime: 0,
  });
  const reread = (): Promise<void> => client.invalidateQueries({ queryKey: KEYS });
  const revoking = useMutation({
    mutationFn: (name: string) => querent.keys.delete(name),
    onSettled: reread,
    onSuccess: focusHeading,
  });
  return (
    <div className="operate">
      <header className="row">
        <h1 className="grow" ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {!isCreating && !created && (
          <Button tone="main" onPress={() => setCreating(true)}>
            <Icon name="plus" />
            {words.create}
          </Button>
        )}
      </header>
      {isCreating && (
        <KeyForm
          onClose={() => {
            setCreating(false);
            focusHeading();
          }}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
            void reread();
          }}
        />
      )}
      {created && (
        <NewSecret
          created={created}
          onDone={() => {
            setCreated(null);
            focusHeading();
          }}
        />
      )}
      <p role="status" className={revoking.isSuccess ? 'news' : 'sr'}>
        {revoking.isSuccess ? words.revoked(revoking.variables) : ''}
      </p>
      {revoking.isError && (
        <p className="bad" role="alert">
          {messageOf(revoking.error, states.unreachable)}
        </p>
      )}
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <p className="quiet">{words.empty}</p>
          ) : (
            <ul className="entries" aria-label={words.list}>
              {keys.map((key) => (
                <KeyEntry
                  key={key.name}
                  apiKey={key}
                  isOwn={key.name === own}
                  isRevoking={revoking.isPending && revoking.variables === key.name}
                  onRevoke={() => revoking.mutate(key.name)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
