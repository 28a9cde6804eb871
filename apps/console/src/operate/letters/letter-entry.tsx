import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { querent } from '../../api';
import { useFormats } from '../../i18n/use-messages';
import { addressOf } from '../../pages';
import { useSession } from '../../session/session';
import { ConfirmedButton } from '../confirmed-button';
import { useTexts } from '../texts';

export type Letter = Awaited<ReturnType<typeof querent.diagnosis>>['deadLetters'][number];

interface Props {
  letter: Letter;
  isOfRun: boolean;
  onReplay: () => void;
  onDiscard: () => void;
}

/** A dead letter: what was given up, why, and what can be done. */
export function LetterEntry({ letter, isOfRun, onReplay, onDiscard }: Props): ReactElement {
  const { letters: words, withheld } = useTexts();
  const { ago, time } = useFormats();
  const { tenant, scopes } = useSession();
  const isWithheld = letter.job !== 'callback' && !scopes.includes('sql:read');
  const isOwn = letter.tenant === tenant && scopes.includes('admin');
  return (
    <li className="entry letter">
      <div className="what">
        <p className="title">{words.job[letter.job]}</p>
        <p className={isWithheld ? 'quiet' : 'reason'}>{isWithheld ? withheld : letter.reason}</p>
        <p className="quiet parts">
          {letter.tenant !== tenant && (
            <span>
              {words.tenant} {letter.tenant}
            </span>
          )}
          <time dateTime={letter.at} title={time(letter.at)}>
            {ago(letter.at)}
          </time>
          {!isOfRun &&
            (isOwn ? (
              <Link href={addressOf('runDetails', { id: letter.runId })}>{words.run}</Link>
            ) : (
              <code>{letter.runId}</code>
            ))}
        </p>
      </div>
      <div className="row">
        <ConfirmedButton
          label={words.replay}
          question={letter.job === 'callback' ? words.confirmReplay.callback : words.confirmReplay.question}
          onConfirm={onReplay}
        />
        <ConfirmedButton label={words.discard} question={words.confirmDiscard} isDangerous onConfirm={onDiscard} />
      </div>
    </li>
  );
}
