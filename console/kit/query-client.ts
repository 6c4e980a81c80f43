import { QueryClient } from '@tanstack/react-query'
import { CallError } from './send-call.ts'

/** What the calls answered, for as long as it is fresh; emptied when the user or the environment changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof CallError && isPassing(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
/** No answer, or one that asks to come again: the same call may succeed in a moment. */
export const isPassing = ({ status }: CallError): boolean => status === 0 || status === 503 || status === 504
