import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'

const current = new AsyncLocalStorage<string>()

/** Runs work on behalf of a request, whose id appears in its logs and outgoing calls. */
export const onBehalfOf = <T>(requestId: string, work: () => Promise<T>): Promise<T> => current.run(requestId, work)

/**
 * The headers that identify the request in an outgoing call: W3C `traceparent`, with a trace id derived from the
 * request id, so that either side can find the other. Empty outside of {@link onBehalfOf}.
 */
export function traceHeaders(): Record<string, string> {
  const requestId = current.getStore()
  if (requestId === undefined) return {}
  return { traceparent: `00-${traceOf(requestId)}-${randomBytes(8).toString('hex')}-01` }
}

/** The 32 hexadecimal digits that stand for a request in traces. */
export const traceOf = (requestId: string): string => createHash('sha256').update(requestId).digest('hex').slice(0, 32)
