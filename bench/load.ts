import autocannon from 'autocannon'
import { serveQuestions } from './process.ts'

/** A closed loop: each connection sends the next request once it has the answer to the last. */
export interface Load {
  url: string
  headers: Record<string, string>
  body: string
  connections: number
  seconds: number
}
export interface Loaded {
  requests: number
  perSecond: number
  p99Ms: number
}

/** Beside the servers in a process of its own, so that what it costs is not theirs. */
serveQuestions<Load>(null, async ({ url, headers, body, connections, seconds }): Promise<Loaded> => {
  const result = await autocannon({ url, method: 'POST', headers, body, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return { requests: result['2xx'], perSecond: result['2xx'] / result.duration, p99Ms: result.latency.p99 }
})
