import type { Routes } from '@querent/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { querent } from '../api';
import { useFormats } from '../i18n/use-messages';
import { useTexts } from './texts';

export type Revision = Routes['GET /v1/revisions']['output']['revisions'][number];
type WholeRevision = Routes['GET /v1/revisions/{id}']['output'];

/** A change with its texts. It never changes itself. @param id null: none is wanted */
export const useRevision = (id: string | null): UseQueryResult<WholeRevision> =>
  useQuery({
    queryKey: ['revision', id],
    enabled: id !== null,
    staleTime: Infinity,
    queryFn: ({ signal }) => querent.revisions.get(id ?? '', { signal }),
  });

/**
 * Names a version by its time and author. Its number counts the changes of the whole configuration, so that the numbers
 * of one model have gaps.
 */
export function useVersionName(): (revision: Pick<Revision, 'at' | 'by'>) => string {
  const { history } = useTexts();
  const { moment } = useFormats();
  return ({ at, by }) => history.name(moment(at), by.key);
}
