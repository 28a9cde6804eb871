import type { ReactElement } from 'react';
import type { querent } from '../../api';
import { useFormats } from '../../i18n/use-messages';
import { useSession } from '../../session/session';
import { ConfirmedButton } from '../confirmed-button';
import { useTexts } from '../texts';

export type ApiKey = Awaited<ReturnType<typeof querent.keys.list>>[number];

interface Props {
  apiKey: ApiKey;
  /** The user is signed in with it. */
  isOwn: boolean;
  isRevoking: boolean;
  onRevoke: () => void;
}

/** A key with its rights. Its secret is not stored anywhere. */
export function KeyEntry({ apiKey, isOwn, isRevoking, onRevoke }: Props): ReactElement {
  const { keys: words, scope: scopeWords } = useTexts();
  const { time } = useFormats();
  const { tenant: ownTenant } = useSession();
  const { name, tenant, scopes, connections, expiresAt, layer } = apiKey;
  const hasEnded = expiresAt !== undefined && Date.parse(expiresAt) < Date.now();
  const end =
    expiresAt === undefined ? words.endsNever : hasEnded ? words.ended(time(expiresAt)) : words.ends(time(expiresAt));
  return (
    <li className="entry">
      <div className="what">
        <p className="title">
          {name} {isOwn && <span className="quiet">({words.yours})</span>}
        </p>
        <p>{scopes.map((scope) => scopeWords[scope]).join(' · ')}</p>
        <p className="quiet parts">
          {tenant !== ownTenant && (
            <span>
              {words.tenant} {tenant}
            </span>
          )}
          <span>{connections === undefined ? words.allData : connections.join(', ')}</span>
          <span className={hasEnded ? 'bad' : ''}>{end}</span>
          <span>{layer === 'file' ? words.fromFile : words.fromApi}</span>
        </p>
      </div>
      <ConfirmedButton
        label={words.revoke}
        description={`${words.revoke}: ${name}`}
        question={isOwn ? words.confirmRevokeOwn : words.confirmRevoke(name)}
        isDangerous
        isPending={isRevoking}
        onConfirm={onRevoke}
      />
    </li>
  );
}
