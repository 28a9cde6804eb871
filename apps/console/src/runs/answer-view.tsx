import type { Run } from '@querent/client';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { useOffers } from '../surface/offers';
import { useLocale, usePlace } from '../surface/surface';
import { Button } from '../ui/button';
import { ToggleRow } from '../ui/toggle-row';
import { AnswerActions } from './answer-actions';
import { cellText, isNumeric } from './cell-text';
import { FeedbackForm } from './feedback-form';
import { ResultTable } from './result-table';

const ChartView = lazy(() => import('./chart-view'));

type Form = 'chart' | 'table' | 'sql';

/** The answer of a run: a sentence, its chart or rows, what may follow, and the user's opinion. */
export function AnswerView({ run, onAsk }: { run: Run; onAsk: (question: string) => void }): ReactElement {
  const { answer: words } = useMessages();
  const { sharedRuns } = usePlace();
  const seesSql = useOffers().sql && run.sql !== null;
  const forms: Form[] = [
    ...(run.chart ? (['chart'] as const) : []),
    ...(run.result ? (['table'] as const) : []),
    ...(seesSql ? (['sql'] as const) : []),
  ];
  const [chosen, setChosen] = useState<Form | null>(null);
  const figure = useFigure(run);
  // The sentence already has the only figure.
  const form = chosen ?? (figure ? undefined : forms[0]);
  const { answer, result } = run;
  // The sentence may state some of them.
  const assumptions = answer?.assumptions.filter((assumption) => !answer.text.includes(assumption)) ?? [];
  return (
    <section className="answer" aria-label={words.title}>
      {figure && (
        <p className="figure" aria-hidden="true">
          {figure}
        </p>
      )}
      {answer && <p className="sentence">{answer.text}</p>}
      {assumptions.length > 0 && (
        <ul className="assumptions" aria-label={words.assumptions}>
          {assumptions.map((assumption) => (
            <li key={assumption}>{assumption}</li>
          ))}
        </ul>
      )}
      {(forms.length > 1 || figure) && forms.length > 0 && (
        <ToggleRow
          label={words.forms}
          choices={forms.map((key) => ({ key, label: words.form[key] }))}
          chosen={form}
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
      {!sharedRuns.has(run.id) && <FeedbackForm run={run} />}
    </section>
  );
}

/** The value of a result that is one number, with its unit; null for other results. The sentence has it too. */
function useFigure({ answer, result }: Run): string | null {
  const tag = useLocale() === 'zh' ? 'zh-CN' : 'en';
  const [column, ...others] = result?.columns ?? [];
  const [row, ...further] = result?.rows ?? [];
  if (answer?.chartType !== 'number' || !column || !row || others.length + further.length > 0) return null;
  if (!isNumeric(column) || row[0] === null) return null;
  return [cellText(row[0], column, tag), column.unit].filter(Boolean).join(' ');
}
