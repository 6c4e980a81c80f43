import autocannon from 'autocannon'
import { serveQuestions } from './process.ts'

/** A closed loop: each connection sends the next request once it has the answer to the last. */
export interface Load {
  url: string
  /** Sent one after the other by each connection, which begins at an index of its own. */
  requests: readonly Asked[]
  body: string
  connections: number
  seconds: number
}
export interface Asked {
  path: string
  headers: Record<string, string>
}
export interface Loaded {
  requests: number
  perSecond: number
  p99Ms: number
}

/** Runs in a separate process, so that its cost does not count as the servers'. */
serveQuestions<Load>(null, async ({ url, requests, body, connections, seconds }): Promise<Loaded> => {
  const all = requests.map(({ path, headers }) => ({ path, headers, body, method: 'POST' as const }))
  let opened = 0
  const setupClient = (client: autocannon.Client) => {
    // Otherwise all connections would request the same merchant at the same time.
    const first = Math.floor((opened++ * all.length) / connections) % all.length
    client.setRequests([...all.slice(first), ...all.slice(0, first)])
  }
  const result = await autocannon({ url, connections, duration: seconds, setupClient })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return { requests: result['2xx'], perSecond: result['2xx'] / result.duration, p99Ms: result.latency.p99 }
})
