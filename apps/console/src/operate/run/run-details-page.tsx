import '../operate.css';
import type { Run } from '@querent/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useParams } from 'wouter';
import { querent } from '../../api';
import { useConnections } from '../../ask/connections';
import { useFormats, useMessages } from '../../i18n/use-messages';
import { addressOf } from '../../pages';
import { isOver } from '../../runs/run-after-event';
import { useRun } from '../../runs/use-run';
import { useScope } from '../../session/session';
import { Button } from '../../ui/button';
import { useAmounts } from '../amounts';
import { Copyable } from '../copyable';
import { Facts } from '../facts';
import { LetterList } from '../letters/dead-letters';
import { useTitle } from '../../ui/use-title';
import { Loaded } from '../loaded';
import { toneOfRun } from '../runs/run-state';
import { StateBadge } from '../state-badge';
import { useTexts } from '../texts';
import { useAskAbout } from '../use-ask-about';
import { Attempts } from './attempts';
import { Timeline } from './timeline';
import { WhyNot } from './why-not';
import { Work } from './work';

type Diagnosis = Awaited<ReturnType<typeof querent.diagnosis>>;

/** How a question went, for those who must find out why it failed or was slow. */
export default function RunDetailsPage(): ReactElement {
  const { id = '' } = useParams<{ id: string }>();
  const { run: words } = useTexts();
  const { states } = useMessages();
  const query = useRun(id);
  useTitle(query.data?.question);
  return (
    <div className="operate">
      <nav aria-label={words.back}>
        <Link href={addressOf('runs', {})}>← {words.back}</Link>
      </nav>
      <Loaded query={query} missing={states.noRun} isPage>
        {(run) => <Details run={run} />}
      </Loaded>
    </div>
  );
}

function Details({ run }: { run: Run }): ReactElement {
  const { run: words, runs } = useTexts();
  const isAdmin = useScope('admin');
  const askAbout = useAskAbout();
  const diagnosis = useQuery({
    queryKey: ['diagnosis', run.id, isOver(run)],
    enabled: isAdmin,
    queryFn: ({ signal }) => querent.diagnosis(run.id, { signal }),
  });
  const letters = diagnosis.data?.deadLetters ?? [];
  return (
    <article className="details" aria-label={words.details}>
      <header>
        <StateBadge tone={toneOfRun[run.status]} text={runs.state[run.status]} />
        <h1>{run.question}</h1>
      </header>
      <p className="row">
        <Button onPress={() => askAbout(run.connection, run.question)}>{words.askAgain}</Button>
        <Link href={addressOf('run', { id: run.id })}>{words.answerPage}</Link>
      </p>
      <WhyNot run={run} cause={diagnosis.data?.cause ?? null} />
      {letters.length > 0 && (
        <section aria-labelledby="given-up">
          <h2 id="given-up">{words.givenUp}</h2>
          <LetterList letters={letters} isOfRun />
        </section>
      )}
      <RunFacts run={run} diagnosis={diagnosis.data} />
      {!isAdmin && <p className="quiet">{words.noDetails}</p>}
      <Timeline run={run} />
      <Attempts run={run} />
      <Work run={run} />
    </article>
  );
}

function RunFacts({ run, diagnosis }: { run: Run; diagnosis: Diagnosis | undefined }): ReactElement {
  const { run: words } = useTexts();
  const { time } = useFormats();
  const { duration } = useAmounts();
  const { connections } = useConnections();
  const label = connections?.find(({ name }) => name === run.connection)?.label ?? run.connection;
  const elapsed = run.finishedAt === null ? null : Date.parse(run.finishedAt) - Date.parse(run.createdAt);
  const isLonger = elapsed !== null && elapsed > run.usage.totalMs + 1_000;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
      <Facts
        facts={[
          [words.askedBy, diagnosis?.askedBy],
          [
            words.connection,
            <Link key="connection" href={addressOf('connection', { name: run.connection })}>
              {label}
            </Link>,
          ],
          [words.askedAt, time(run.createdAt)],
          [
            words.took,
            elapsed === null
              ? null
              : `${duration(run.usage.totalMs)}${isLonger ? `, ${words.withPauses(duration(elapsed))}` : ''}`,
          ],
          [words.id, <Copyable key="id" text={run.id} label={words.id} />],
          [
            words.trace,
            diagnosis && (
              <>
                <Copyable key="trace" text={diagnosis.traceId} label={words.trace} />
                <span className="quiet">{words.traceHint}</span>
                {diagnosis.traceUrl !== null && (
                  <div>
                    <a href={diagnosis.traceUrl} target="_blank" rel="noreferrer">
                      {words.openTrace}
                    </a>
                  </div>
                )}
              </>
            ),
          ],
        ]}
      />
    </section>
  );
}
