import { QueryClient } from '@tanstack/react-query';

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // The client repeats requests itself.
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
