import autocannon from 'autocannon'
import { serveQuestions } from './process.ts'

/** Forged call-backs over many connections, at most so many a second; each is refused. */
export interface Flood {
  url: string
  path: string
  seconds: number
  /** Null for as many as are answered. */
  perSecond: number | null
}
export interface Flooded {
  perSecond: number
}

const body = JSON.stringify({ id: 'evt_forged', type: 'payment.captured', payment: { key: 'x'.repeat(600) } })
const headers = { 'content-type': 'application/json', 'simulator-signature': `t=1790000000,v1=${'0'.repeat(64)}` }

serveQuestions<Flood>(null, async ({ url, path, seconds, perSecond }): Promise<Flooded> => {
  const requests = [{ path, method: 'POST' as const, headers, body }]
  const limit = perSecond === null ? {} : { overallRate: Math.ceil(perSecond) }
  const result = await autocannon({ url, connections: 64, duration: seconds, requests, ...limit })
  const refused = result['4xx'] + result['5xx']
  if (result['2xx'] > 0 || refused === 0) throw new Error(`${url}${path}: ${result['2xx']} were not refused`)
  return { perSecond: refused / result.duration }
})
