import { QueryClient } from '@tanstack/react-query'
import { CallError } from './send-call.ts'

/** The cache of the calls' answers; emptied when the user or the environment changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof CallError && isTemporary(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
/** Whether an error is temporary: no answer, or one that asks for a retry. */
export const isTemporary = ({ status }: CallError): boolean => status === 0 || status === 503 || status === 504
