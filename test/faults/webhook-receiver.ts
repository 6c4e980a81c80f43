import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

/** What a receiver took. */
export interface Taken {
  id: string
  objectRef: string
  n: number
}

/** A merchant's server that is slow, and refuses the first request of some events. It keeps what it took, in order. */
export async function webhookReceiver({ slowMs, refuses }: { slowMs: number; refuses: (n: number) => boolean }) {
  const taken: Taken[] = []
  const refused = new Set<string>()
  const forged: string[] = []
  let secret = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer())
    async function answer() {
      const body = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      const id = headers['webhook-id'] ?? ''
      const json = JSON.parse(body) as { objectRef?: string; n?: number; link_ref?: string }
      try {
        new Webhook(secret).verify(body, headers)
      } catch {
        forged.push(id)
      }
      await delay(slowMs)
      if (refuses(json.n ?? -1) && !refused.has(id)) {
        refused.add(id)
        return response.writeHead(503).end('not yet')
      }
      taken.push({ id, objectRef: json.objectRef ?? json.link_ref ?? '', n: json.n ?? -1 })
      return response.writeHead(200).end('noted')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken,
    forged,
    knows: (given: string) => void (secret = given),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>

/** The objects of which something was taken for the first time after something younger. */
export function outOfOrder(taken: readonly Taken[]): string[] {
  const latest = new Map<string, number>()
  const seen = new Set<string>()
  const found = new Set<string>()
  for (const { id, objectRef, n } of taken) {
    if (seen.has(id)) continue
    seen.add(id)
    if (n < (latest.get(objectRef) ?? -1)) found.add(objectRef)
    latest.set(objectRef, n)
  }
  return [...found]
}
