import type { Run } from '@querent/client';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { useScope } from '../session/session';
import { Button } from '../ui/button';
import { ToggleRow } from '../ui/toggle-row';
import { AnswerActions } from './answer-actions';
import { FeedbackForm } from './feedback-form';
import { ResultTable } from './result-table';
import { isShared } from './shared-runs';

const ChartView = lazy(() => import('./chart-view'));

type Form = 'chart' | 'table' | 'sql';

/** The answer of a run: a sentence, its chart or rows, what may follow, and the user's opinion. */
export function AnswerView({ run, onAsk }: { run: Run; onAsk: (question: string) => void }): ReactElement {
  const { answer: words } = useMessages();
  const seesSql = useScope('sql:read') && run.sql !== null;
  const forms: Form[] = [
    ...(run.chart ? (['chart'] as const) : []),
    ...(run.result ? (['table'] as const) : []),
    ...(seesSql ? (['sql'] as const) : []),
  ];
  const [chosen, setChosen] = useState<Form | null>(null);
  const form = chosen ?? forms[0];
  const { answer, result } = run;
  return (
    <section className="answer" aria-label={words.title}>
      {answer && <p className="sentence">{answer.text}</p>}
      {forms.length > 1 && (
        <ToggleRow
          label={words.forms}
          choices={forms.map((key) => ({ key, label: words.form[key] }))}
          chosen={form ?? 'table'}
          onChoose={setChosen}
        />
      )}
      {form === 'chart' && run.chart && (
        <Suspense fallback={<div className="chart waiting" />}>
          <ChartView spec={run.chart.spec} label={answer?.text ?? ''} />
        </Suspense>
      )}
      {form === 'table' && result && <ResultTable run={run} result={result} />}
      {form === 'sql' && seesSql && (
        <pre className="sql" tabIndex={0} aria-label="SQL">
          <code>{run.sql}</code>
        </pre>
      )}
      {result && <AnswerActions run={run} />}
      {answer && answer.suggestions.length > 0 && (
        <section className="follow-ups" aria-label={words.followUps}>
          <h2>{words.followUps}</h2>
          <ul>
            {answer.suggestions.map((suggestion) => (
              <li key={suggestion}>
                <Button onPress={() => onAsk(suggestion)}>{suggestion}</Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isShared(run.id) && <FeedbackForm run={run} />}
    </section>
  );
}
