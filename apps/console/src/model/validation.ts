import type { Routes } from '@querent/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { querent } from '../api';

export type Mistake = Routes['POST /v1/connections/{name}/model/validate']['output']['problems'][number];

export interface Validation {
  state: 'checking' | 'good' | 'bad' | 'failed';
  /** Of the text that was checked last. */
  mistakes: readonly Mistake[];
}

const PAUSE_MS = 350;
const none: readonly Mistake[] = [];

/** The mistakes in a text of a model, found by the server when typing pauses. */
export function useValidation(name: string, text: string | null): Validation {
  const [checked, setChecked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError } = useQuery({
    queryKey: ['labels', 'model mistakes', name, checked],
    enabled: checked !== null,
    gcTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => querent.models.validate(name, checked ?? '', { signal }),
  });
  if (isError) return { state: 'failed', mistakes: none };
  if (data === undefined || checked !== text) return { state: 'checking', mistakes: data?.problems ?? none };
  return { state: data.valid ? 'good' : 'bad', mistakes: data.problems };
}
