import { QueryClient } from '@tanstack/react-query'
import { CallError } from './send-call.ts'

/**
 * Whether a call that may be repeated is sent again. A server that says when is asked for some ten seconds: it is busy, and
 * so far it has done nothing. Without an answer a call is sent three times.
 */
export const isRetried = (failures: number, error: Error): boolean =>
  error instanceof CallError && failures < (error.retryAfter === null ? 2 : 4)

/** Growing pauses, at least as long as the server asks for; spread, so that the calls of a page do not return together. */
export const retryPauseMs = (failures: number, error: Error): number => {
  const leastMs = error instanceof CallError ? (error.retryAfter ?? 0) * 1_000 : 0
  return Math.max(leastMs, 500 * 2 ** failures) * (1 + Math.random() / 4)
}

/** The cache of the calls' answers; emptied when the user or the environment changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (failures, error) => error instanceof CallError && isTemporary(error) && isRetried(failures, error),
      retryDelay: retryPauseMs,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
/** Whether an error is temporary: no answer, or one that asks for a retry. */
export const isTemporary = ({ status }: CallError): boolean => status === 0 || status === 503 || status === 504
/** Whether a busy server has refused the call, or given it up without committing it, and says when to send it again. */
export const isRefused = ({ status, retryAfter }: CallError): boolean => status === 503 && retryAfter !== null

/** Sends a call, and sends it again while a busy server refuses it. */
export async function untilTaken<T>(send: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallError && isRefused(error) && isRetried(failures, error))) throw error
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs(failures, error)))
    }
  }
}
