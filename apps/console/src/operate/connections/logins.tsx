import type { ReactElement } from 'react';
import { useFormats } from '../../i18n/use-messages';
import { useScope } from '../../session/session';
import { Facts } from '../facts';
import { StateBadge } from '../state-badge';
import { useTexts } from '../texts';
import { toneOfConnection, type ConnectionDetail } from './connection-state';
import { Mistakes } from './mistakes';

type Login = ConnectionDetail['logins'][number];

/** The logins of a connection: their states, the age of what they have read, and the check of their rights. */
export function Logins({ detail: { logins, allowSuperuser } }: { detail: ConnectionDetail }): ReactElement {
  const { connection: words } = useTexts();
  return (
    <section aria-labelledby="logins">
      <h2 id="logins">{words.logins}</h2>
      <ul className="entries">
        {logins.map((login) => (
          <LoginEntry key={login.tenant ?? ''} login={login} allowSuperuser={allowSuperuser} />
        ))}
      </ul>
    </section>
  );
}

function LoginEntry({ login, allowSuperuser }: { login: Login; allowSuperuser: boolean }): ReactElement {
  const { tenant, status, schemaReadAt, findings, notes } = login;
  const { connection: words, connections } = useTexts();
  const { ago, time } = useFormats();
  return (
    <li className="entry login">
      <p className="row">
        <strong>{tenant === null ? words.shared : words.ofTenant(tenant)}</strong>
        <StateBadge tone={toneOfConnection[status.state]} text={connections.state[status.state]} />
        {status.since !== null && <span className="quiet">{words.since(time(status.since))}</span>}
      </p>
      <Facts
        facts={[
          [
            words.schemaRead,
            schemaReadAt === null ? (
              words.never
            ) : (
              <time dateTime={schemaReadAt} title={time(schemaReadAt)}>
                {ago(schemaReadAt)}
              </time>
            ),
          ],
          [words.role, <Findings key="role" findings={findings} allowSuperuser={allowSuperuser} />],
        ]}
      />
      {notes.length > 0 && (
        <>
          <h3>{words.notes}</h3>
          <Mistakes mistakes={notes} />
        </>
      )}
    </li>
  );
}

function Findings({
  findings,
  allowSuperuser,
}: {
  findings: Login['findings'];
  allowSuperuser: boolean;
}): ReactElement {
  const { connection: words, withheld } = useTexts();
  const seesSql = useScope('sql:read');
  if (findings === null) return <span className="quiet">{words.notChecked}</span>;
  if (findings.length === 0) return <span>{words.roleFine}</span>;
  return (
    <ul className="findings">
      {findings.map(({ rule, severity, what, fix }) => (
        <li key={`${rule} ${what}`}>
          <p className="row">
            {severity === 'warn' || (allowSuperuser && rule === 'superuser') ? (
              <StateBadge tone="warn" text={severity === 'warn' ? words.warn : words.permitted} />
            ) : (
              <StateBadge tone="bad" text={words.refuse} />
            )}
            <code>{rule}</code>
          </p>
          <p>{seesSql ? what : withheld}</p>
          {fix.length > 0 && (
            <>
              <p className="quiet">{words.fix}</p>
              <pre className="technical" tabIndex={0}>
                {fix.join('\n')}
              </pre>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
