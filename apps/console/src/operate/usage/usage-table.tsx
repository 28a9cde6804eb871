import type { ReactElement } from 'react';
import type { querent } from '../../api';
import { useFormats } from '../../i18n/use-messages';
import { useAmounts } from '../amounts';
import { useTexts } from '../texts';

type Usage = Awaited<ReturnType<typeof querent.usage>>;

/** Share of a limit from which it is marked. */
const NEAR = 0.8;

/** Numbers of the tenant beside their limits; a bar repeats the share. */
export function UsageTable({ usage }: { usage: Usage }): ReactElement {
  const { usage: words } = useTexts();
  const { number } = useFormats();
  const { size } = useAmounts();
  const { questions, inFlight, kept, llmTokens } = usage;
  return (
    <div className="table" role="region" aria-label={words.table} tabIndex={0}>
      <table className="usage">
        <caption className="sr">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col" className="number">
              {words.now}
            </th>
            <th scope="col" className="number">
              {words.most}
            </th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        <tbody>
          <Row
            name={words.questions}
            now={number(questions.today)}
            most={words.perMinute(number(questions.perMinute))}
            share={null}
          />
          <Row
            name={words.inFlight}
            now={number(inFlight.now)}
            most={number(inFlight.most)}
            share={inFlight.now / inFlight.most}
          />
          <Row name={words.kept} now={size(kept.bytes)} most={size(kept.most)} share={kept.bytes / kept.most} />
          <Row
            name={words.tokens}
            now={number(llmTokens.today)}
            most={llmTokens.perDay === null ? words.unlimited : number(llmTokens.perDay)}
            share={llmTokens.perDay === null ? null : llmTokens.today / llmTokens.perDay}
          />
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  name: string;
  now: string;
  most: string;
  /** Of the limit, 1 is all of it; null: there is no limit of this kind. */
  share: number | null;
}

function Row({ name, now, most, share }: RowProps): ReactElement {
  const { usage: words } = useTexts();
  const { number } = useFormats();
  const part = share === null || !Number.isFinite(share) ? null : Math.min(1, Math.max(0, share));
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{now}</td>
      <td className="number">{most}</td>
      <td>
        {part === null ? (
          '–'
        ) : (
          <span className={part >= NEAR ? 'share near' : 'share'}>
            <svg className="bar-of-time" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width={100 * part} height="6" />
            </svg>
            <span className="number">{part > 0 && part < 0.01 ? '< 1' : number(Math.round(100 * part))} %</span>
            {part >= NEAR && <strong>{words.near}</strong>}
          </span>
        )}
      </td>
    </tr>
  );
}
