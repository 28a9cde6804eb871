import type { Routes, Run } from '@querent/client';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { addressOf } from '../pages';
import type { AskedBack } from './review-items';
import { useTexts } from './texts';

interface Props {
  run: Run | null;
  isGone: boolean;
  askedBack: AskedBack | null;
  reading: Routes['POST /v1/preview']['output'] | undefined;
  sql: string | null;
}

/** What was answered then, and how the question is read now. */
export function RunFacts({ run, isGone, askedBack, reading, sql }: Props): ReactElement {
  const texts = useTexts();
  return (
    <div className="run-facts">
      {isGone && <p className="quiet">{texts.runGone}</p>}
      {askedBack && (
        <Fact title={texts.askedBack}>
          <>
            <p>{askedBack.question}</p>
            <ul>
              {askedBack.options.map(({ label, description }) => (
                <li key={label}>{description === undefined ? label : `${label} · ${description}`}</li>
              ))}
            </ul>
            <p className="quiet">{texts.askedBackEnd[askedBack.end]}</p>
          </>
        </Fact>
      )}
      {run !== null && run.refinedQuestion !== null && (
        <Fact title={askedBack === null ? texts.then : texts.askedInstead}>
          <p>{run.refinedQuestion}</p>
        </Fact>
      )}
      {run !== null && askedBack === null && (run.answer !== null || run.error !== null) && (
        <Fact title={texts.answer}>
          <>
            <p>{run.answer?.text ?? run.error?.message}</p>
            {run.error?.code === 'definition_failing' && (
              <p>
                <Link href={addressOf('model', { name: run.connection })}>{texts.openModel}</Link>{' '}
                <Link href={addressOf('runDetails', { id: run.id })}>{texts.openDetails}</Link>
              </p>
            )}
          </>
        </Fact>
      )}
      {reading && (
        <Fact title={texts.now}>
          <p>
            <span className={reading.kind === 'planned' ? 'good' : 'quiet'}>{texts.nowKinds[reading.kind]}</span>{' '}
            {reading.text}
          </p>
        </Fact>
      )}
      {sql !== null && (
        <details>
          <summary>{texts.statement}</summary>
          <pre tabIndex={0}>{sql}</pre>
        </details>
      )}
    </div>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactElement }): ReactElement => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);
