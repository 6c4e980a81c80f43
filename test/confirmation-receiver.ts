import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'

/** What a merchant's server is asked before a payment is captured. */
export interface Question {
  portone_key: string
  merchant_order_ref: string
  portone_order_ref: string
  amount: number
  currency: string
  signature_hash: string
}
/** `hang` never answers; `redirect` sends elsewhere; `drop` cuts the connection. */
export type Verdict = { status: number; body?: string } | 'hang' | 'redirect' | 'drop'
export interface Received {
  /** The `webhook-id`. */
  id: string
  isGenuine: boolean
  question: Question
}

/**
 * A merchant's server on this machine that decides about payments, with the standard package for signatures. It refuses what
 * is not signed by one of the secrets, whatever it was to answer.
 */
export async function openConfirmationReceiver({
  secrets,
  decide,
  port = 0,
}: {
  /** The secure secret, `whsec_…`, and the one before it. */
  secrets: () => readonly string[]
  decide: (question: Question, before: number) => Verdict | Promise<Verdict>
  port?: number
}) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const isGenuine = secrets().some((secret) => verifies(secret, body, headers))
      const question = JSON.parse(body) as Question
      const before = received.push({ id: headers['webhook-id'] ?? '', isGenuine, question }) - 1
      void Promise.resolve(isGenuine ? decide(question, before) : { status: 401 }).then((verdict) => {
        if (verdict === 'hang') return
        if (verdict === 'drop') return void response.destroy()
        if (verdict === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end()
        response.writeHead(verdict.status, { 'content-type': 'application/json' }).end(verdict.body ?? '')
      })
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/confirm`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function verifies(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** By hand, `SECRET=whsec_… node test/confirmation-receiver.ts`: everything up to 1,000 is confirmed. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url } = await openConfirmationReceiver({
    secrets: () => [process.env['SECRET'] ?? ''],
    port: Number(process.env['PORT'] ?? 8099),
    decide({ amount, currency, merchant_order_ref }) {
      const isTaken = amount <= 1_000
      console.log(`${merchant_order_ref}: ${amount} ${currency} ${isTaken ? 'confirmed' : 'refused'}`)
      return isTaken
        ? { status: 200 }
        : { status: 409, body: JSON.stringify({ reason: 'We sell no more than 1,000 at once.' }) }
    },
  })
  console.log(`Asked at ${url}`)
}
