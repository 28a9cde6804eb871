import { QuerentError, type Routes } from '@querent/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { querent } from '../api';

/** The members of a semantic model that the pages show. Its schema is open, so each is checked where it is read. */
export interface ModelPart {
  label?: Partial<Record<Language, string>>;
  synonyms?: Partial<Record<Language, string[]>>;
  role?: string;
  category?: string;
  hidden?: boolean;
  columns?: Record<string, ModelPart>;
}
export type Language = 'zh' | 'en';

/** Parts of a model by their path in the file: `tables`, `metrics`, `terms`, `entities`, `filters`. */
export type Model = Record<string, Record<string, ModelPart>>;

export interface LiveModel {
  /** The file in force; null: there is none. */
  text: string | null;
  /** Its tag, for the next change. */
  etag: string | null;
  layer: Routes['GET /v1/connections/{name}/model']['output']['layer'];
  revision: string | null;
  /** The derived model with the overrides of the file. */
  model: Model;
}

export const liveModelKey = (name: string): readonly string[] => ['model', name];

/** The model in force. While the connection is being prepared there is none, so the query is repeated. */
export function useLiveModel(name: string, isAllowed: boolean): UseQueryResult<LiveModel> {
  return useQuery({
    queryKey: liveModelKey(name),
    enabled: isAllowed,
    staleTime: 5_000,
    queryFn: async ({ signal }) => {
      const file = await querent.models.text(name, { signal });
      const { value } = await querent.models.get(name, { signal });
      const { layer, revision, model } = value;
      return { text: file.value, etag: file.etag, layer, revision, model: model as Model };
    },
  });
}

export const isMissing = (error: unknown): boolean =>
  error instanceof QuerentError && (error.code === 'not_found' || error.code === 'connection_unknown');
