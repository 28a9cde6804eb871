import type { Run } from '@querent/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormats, useMessages } from '../i18n/use-messages';
import { useLocale, usePlace, useQuerent } from '../surface/surface';
import { Button } from '../ui/button';
import { cellText, isNumeric } from './cell-text';

const PAGE = 200;

/** The rows of a run. The run has the first ones; more are read on demand. */
export function ResultTable({ run, result }: { run: Run; result: NonNullable<Run['result']> }): ReactElement {
  const { answer: words, actions, states } = useMessages();
  const { number } = useFormats();
  const querent = useQuerent();
  const { sharedRuns } = usePlace();
  const tag = useLocale() === 'zh' ? 'zh-CN' : 'en';
  const { columns, rowCount, truncated } = result;
  const more = useInfiniteQuery({
    queryKey: ['rows', run.id],
    enabled: false,
    queryFn: ({ pageParam, signal }) =>
      querent.request('GET', '/v1/queries/{id}/result', {
        path: { id: run.id },
        headers: sharedRuns.headers(run.id),
        query: { limit: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ body }) => body.nextCursor,
  });
  const rows = more.data?.pages.flatMap(({ body }) => body.rows) ?? result.rows;
  const isMore = rows.length < rowCount;
  return (
    <>
      <div className="table" role="region" aria-label={words.form.table} tabIndex={0}>
        <table>
          <caption className="sr">{run.answer?.text ?? run.question}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={isNumeric(column) ? 'number' : ''}>
                  {column.label}
                  {column.unit && <span className="quiet"> {column.unit}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {columns.map((column, index) => (
                  <td key={column.key} className={isNumeric(column) ? 'number' : ''}>
                    {cellText(row[index], column, tag)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet row">
        {truncated ? words.truncated(number(rowCount)) : words.rows(number(rows.length), number(rowCount), rowCount)}
        {isMore && (
          <Button
            tone="plain"
            isPending={more.isFetching}
            onPress={() => void (more.data ? more.fetchNextPage() : more.refetch())}
          >
            {actions.more}
          </Button>
        )}
      </p>
      {more.isError && (
        <p className="bad" role="alert">
          {states.listFailed}
        </p>
      )}
    </>
  );
}
