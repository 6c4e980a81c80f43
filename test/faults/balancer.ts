import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A load balancer as they are: asks each node twice a second whether it is ready, believes the second no, sends requests in
 * turn to those that are, over connections that it keeps, and retries nothing.
 */
export interface Balancer {
  url: string
  /** What could not be passed on or came back broken, by reason. */
  readonly failures: Record<string, number>
  isReady(url: string): boolean
  close(): Promise<void>
}

interface Node {
  url: string
  ready: boolean
  /** Checks in a row that went the other way. */
  against: number
  agent: Agent
}

export async function balancer(urls: readonly string[]): Promise<Balancer> {
  const nodes: Node[] = urls.map((url) => ({ url, ready: false, against: 0, agent: new Agent({ keepAlive: true }) }))
  const failures: Record<string, number> = {}
  let turn = 0

  async function look(node: Node): Promise<void> {
    const answer = await fetch(`${node.url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    const isReady = answer?.status === 200
    node.against = isReady === node.ready ? 0 : node.against + 1
    // One check tells that it is back, two that it is gone.
    if (node.against >= (isReady ? 1 : 2)) Object.assign(node, { ready: isReady, against: 0 })
    // Nothing more is sent over the connections of one that is not.
    if (!node.ready) for (const socket of Object.values(node.agent.freeSockets).flat()) socket?.destroy()
  }
  const looking = setInterval(() => nodes.forEach((node) => void look(node)), 500)
  await Promise.all(nodes.map(look))

  function pass(incoming: IncomingMessage, reply: ServerResponse): void {
    const ready = nodes.filter((node) => node.ready)
    const node = ready[turn++ % Math.max(ready.length, 1)]
    const fail = (why: string) => {
      failures[why] = (failures[why] ?? 0) + 1
      if (reply.headersSent) reply.destroy()
      else reply.writeHead(502).end()
    }
    if (!node) return fail('no node was ready')
    const { connection: _connection, ...headers } = incoming.headers
    const options = { method: incoming.method, headers, agent: node.agent }
    const passed = request(new URL(incoming.url ?? '/', node.url), options, (answer) => {
      const { connection: _hop, 'keep-alive': _alive, ...rest } = answer.headers
      reply.writeHead(answer.statusCode ?? 502, rest)
      answer.on('error', (error: Error) => fail(error.message))
      answer.pipe(reply)
    })
    passed.on('error', (error: Error) => fail(error.message))
    incoming.pipe(passed)
  }

  const server = createServer(pass)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    isReady: (url) => nodes.some((node) => node.url === url && node.ready),
    async close() {
      clearInterval(looking)
      server.close()
      server.closeAllConnections()
      for (const { agent } of nodes) agent.destroy()
      await once(server, 'close')
    },
  }
}
