import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { useFormats } from '../i18n/use-messages';
import { useLocale } from '../surface/surface';
import { addressOf } from '../pages';
import { useScope } from '../session/session';
import { CorrectionForm } from './correction-form';
import { ReviewActions, type ReviewAction } from './review-actions';
import type { ReviewItem } from './review-items';
import { RunFacts } from './run-facts';
import { TeachWord } from './teach-word';
import { useTexts } from './texts';
import type { Dismissed } from './use-dismissed';
import { useDecisions } from './use-decisions';

interface Props {
  item: ReviewItem;
  /** Name of its data; null: not known. */
  label: string | null;
  dismissed: Dismissed;
  /** The item needs no more attention. @param message for the user */
  onDecided: (message: string) => void;
  /** Called when the item is to review again. */
  onReturned: () => void;
  onNext: () => void;
  onPrevious: () => void;
}

/** One item with all that a decision needs. */
export function ReviewDetail({
  item,
  label,
  dismissed,
  onDecided,
  onReturned,
  onNext,
  onPrevious,
}: Props): ReactElement {
  const texts = useTexts();
  const { time } = useFormats();
  const [, navigate] = useLocation();
  const { question, connection, runId, kind, at, by, times, comment, askedBack, sample } = item;
  const unclear = askedBack?.words ?? null;
  const [isCorrecting, setCorrecting] = useState(false);
  const [word, setWord] = useState('');
  const wordField = useRef<HTMLInputElement>(null);
  const run = useRunInReview(runId);
  const reading = useReadingNow(item);
  const mayCorrect = useScope('sql:read');
  // The answer of a run that was asked back in vain is to another question.
  const sql = sample?.sql ?? (askedBack === null ? run.data?.sql : null) ?? null;
  const isDismissed = dismissed.has(item);
  const decisions = useDecisions(item, sql, dismissed, onDecided, onReturned);
  useEffect(() => setWord(unclear ?? reading?.uncovered[0]?.text ?? ''), [unclear, reading]);
  const teach = (add: 'synonym' | 'metric'): void => {
    if (word.trim() === '' || connection === null) return wordField.current?.focus();
    const search = { add, word: word.trim(), question: question ?? undefined };
    navigate(addressOf('model', { name: connection }, search));
  };
  const isExample = sample !== null || (question !== null && run.data?.status === 'succeeded' && sql !== null);
  const available: Partial<Record<ReviewAction, () => void>> = {
    ...(isExample ? { approve: decisions.approve } : {}),
    ...(mayCorrect && connection !== null ? { correct: () => setCorrecting(true) } : {}),
    ...(isDismissed ? { back: decisions.putBack } : { dismiss: decisions.dismiss }),
    ...(connection === null ? {} : { synonym: () => teach('synonym'), metric: () => teach('metric') }),
    ...(runId === null ? {} : { open: () => navigate(addressOf('run', { id: runId })) }),
    next: onNext,
    previous: onPrevious,
  };
  return (
    <article className="review-detail" aria-label={texts.detail}>
      <p className={`badge ${kind}`}>
        {texts.kind[kind]}
        {isDismissed ? ` · ${texts.dismissedHint}` : ''}
      </p>
      <h2>{question ?? texts.withoutQuestion}</h2>
      <p className="quiet">
        {[label, by, at === null ? null : time(at), times > 1 ? texts.times(times) : null].filter(Boolean).join(' · ')}
      </p>
      {comment !== null && comment !== '' && (
        <blockquote>
          <p className="quiet">{texts.comment}</p>
          <p>{comment}</p>
        </blockquote>
      )}
      <ReviewActions
        available={available}
        isProposal={sample !== null}
        isBusy={decisions.isBusy}
        isListening={!isCorrecting}
      />
      {decisions.error !== null && (
        <p className="bad" role="alert">
          {messageOf(decisions.error, texts.done.failed)}
        </p>
      )}
      {isCorrecting && (
        <CorrectionForm
          question={question ?? ''}
          sql={sql ?? ''}
          isBusy={decisions.isBusy}
          onSave={decisions.correct}
          onCancel={() => setCorrecting(false)}
        />
      )}
      {connection !== null && (
        <TeachWord
          field={wordField}
          word={word}
          onWord={setWord}
          unknown={[...new Set(reading?.uncovered.map(({ text }) => text))].filter((one) => one !== unclear)}
          unclear={unclear}
          onTeach={teach}
        />
      )}
      <RunFacts
        run={run.data ?? null}
        isGone={run.isError && runId !== null}
        askedBack={askedBack}
        reading={reading}
        sql={sql}
      />
    </article>
  );
}

function useRunInReview(runId: string | null) {
  return useQuery({
    queryKey: ['labels', 'review', 'run', runId],
    enabled: runId !== null,
    staleTime: Infinity,
    queryFn: () => querent.handle(runId ?? '').run(),
  });
}

/** How the question would be read now. */
function useReadingNow({ question, connection }: ReviewItem) {
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: ['labels', 'review', 'reading', connection, question, locale],
    enabled: question !== null && connection !== null,
    queryFn: ({ signal }) => querent.preview({ question: question ?? '', connection: connection ?? '' }, { signal }),
  });
  return data;
}
