import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'

const current = new AsyncLocalStorage<string>()

/** Runs work on behalf of a request, whose id its logs and its calls to the outside carry. */
export const onBehalfOf = <T>(requestId: string, work: () => Promise<T>): Promise<T> => current.run(requestId, work)

/**
 * The headers by which whoever is called can tell us which request of ours it was: W3C's `traceparent`, the trace made
 * from the request's id, so that it is found from either side. Nothing outside of {@link onBehalfOf}.
 */
export function traceHeaders(): Record<string, string> {
  const requestId = current.getStore()
  if (requestId === undefined) return {}
  return { traceparent: `00-${traceOf(requestId)}-${randomBytes(8).toString('hex')}-01` }
}

/** The 32 hexadecimal digits that stand for a request in traces. */
export const traceOf = (requestId: string): string => createHash('sha256').update(requestId).digest('hex').slice(0, 32)
