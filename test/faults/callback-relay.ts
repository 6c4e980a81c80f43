import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/** Stands between the provider and the APIs, to lose call-backs on the way. */
export interface CallbackRelay {
  port: number
  /** Which of the call-backs that come from now on are lost, given how many came before; the provider hears 200. */
  lose(isLost: (before: number) => boolean): void
  /** How many were passed on, and how many were lost. */
  readonly counts: { passed: number; lost: number }
  close(): Promise<void>
}

export async function callbackRelay(apiUrls: readonly string[]): Promise<CallbackRelay> {
  let isLost: (before: number) => boolean = () => false
  let before = 0
  const counts = { passed: 0, lost: 0 }

  async function relay(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const number = before++
    if (isLost(number)) {
      counts.lost += 1
      reply.writeHead(200).end()
      return
    }
    const url = apiUrls[number % apiUrls.length]
    const { host: _host, connection: _connection, ...headers } = incoming.headers
    const body = Buffer.concat(chunks)
    const answer = await request(`${url}${incoming.url}`, { method: 'POST', headers, body })
    await answer.body.dump()
    counts.passed += 1
    reply.writeHead(answer.statusCode).end()
  }

  const server = createServer((incoming, reply) => {
    relay(incoming, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lose: (which) => void (isLost = which),
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
