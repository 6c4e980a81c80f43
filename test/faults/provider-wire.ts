import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/**
 * What befalls a request on its way to a provider: `…-before` leaves no effect there, `…-after` hides one. `late` holds the
 * answer back until the call-backs have come. `kept` is a 500 of the provider's own, which keeps it for the key.
 */
export const wireFaults = [
  'reset-before', 'reset-after', 'error-before', 'error-after', 'silence', 'unauthorised', 'limited', 'forbidden', 'late', 'kept',
] as const // prettier-ignore
export type WireFault = (typeof wireFaults)[number]

/** Stands between the processes and one provider. */
export interface ProviderWire {
  url: string
  /** What befalls the requests with each key that comes from now on, one after the other. */
  plan(faults: (key: string) => readonly WireFault[]): void
  /** Refuses connections for a while. */
  refuse(ms: number): Promise<void>
  /** The most requests that came with one key. */
  mostTries(): number
  /** How often each fault befell a request. */
  readonly counts: Partial<Record<WireFault | 'refused', number>>
  close(): Promise<void>
}

/** @param keepError makes the provider answer its next request with an error of its own. */
export async function providerWire(target: string, keepError: () => Promise<unknown>): Promise<ProviderWire> {
  let planned: (key: string) => readonly WireFault[] = () => []
  const counts: ProviderWire['counts'] = {}
  const coming = new Map<string, WireFault[]>()
  const tries = new Map<string, number>()
  /** A request that is to meet an error of the provider's own goes alone. */
  let alone: Promise<unknown> = Promise.resolve()

  function faultOf({ headers }: IncomingMessage): WireFault | undefined {
    const key = headers['idempotency-key'] ?? headers['paypal-request-id']
    if (key === undefined) return undefined
    const name = String(key)
    tries.set(name, (tries.get(name) ?? 0) + 1)
    const faults = coming.get(name) ?? [...planned(name)]
    coming.set(name, faults)
    const fault = faults.shift()
    if (fault) counts[fault] = (counts[fault] ?? 0) + 1
    return fault
  }

  async function pass(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const fault = faultOf(incoming)
    if (fault === 'reset-before') return void incoming.socket.resetAndDestroy()
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    if (fault === 'silence') return
    if (fault && fault in refusals) return void reply.writeHead(refusals[fault] ?? 500).end('{}')
    const { host: _host, connection: _connection, ...headers } = incoming.headers
    const send = () =>
      request(`${target}${incoming.url}`, {
        method: incoming.method as 'GET',
        headers: headers as Record<string, string>,
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      })
    await alone
    const sent = fault === 'kept' ? keepError().then(send) : send()
    if (fault === 'kept') alone = sent.catch(() => {})
    const answer = await sent
    const body = await answer.body.text()
    if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, lateMs))
    if (fault === 'reset-after') return void incoming.socket.resetAndDestroy()
    if (fault === 'error-after') return void reply.writeHead(500).end('{}')
    const { 'transfer-encoding': _encoding, connection: _kept, ...back } = answer.headers
    reply.writeHead(answer.statusCode, back as Record<string, string>).end(body)
  }

  const server = createServer((incoming, reply) => {
    pass(incoming, reply).catch(() => incoming.socket.resetAndDestroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    plan: (faults) => void (planned = faults),
    async refuse(ms) {
      counts.refused = (counts.refused ?? 0) + 1
      await close()
      await new Promise((resolve) => setTimeout(resolve, ms))
      await listen(port)
    },
    mostTries: () => Math.max(0, ...tries.values()),
    counts,
    close,
  }
}

/** Longer than a call-back takes. */
const lateMs = 700
const refusals: Partial<Record<WireFault, number>> = {
  'error-before': 500,
  unauthorised: 401,
  limited: 429,
  forbidden: 403,
}
