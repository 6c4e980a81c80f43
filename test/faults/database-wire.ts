import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The wire between the program and PostgreSQL, to be cut. */
export interface DatabaseWire {
  /** The owner's connection string, through the wire. */
  url: string
  /** Resets every connection; new ones pass. */
  cut(): void
  /**
   * From now on nothing arrives on either side, on connections old and new, and nobody is told; or it does again, but on
   * no connection from before: as when something on the way has forgotten them.
   */
  swallow(isSwallowing: boolean): void
  close(): Promise<void>
}

export async function databaseWire(postgresUrl: string): Promise<DatabaseWire> {
  const { hostname, port } = new URL(postgresUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  const lost = new WeakSet<readonly [Socket, Socket]>()
  let swallowing = false

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true)
      from.on('data', (bytes) => {
        if (swallowing) lost.add(pair)
        if (!lost.has(pair)) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(postgresUrl)
  url.port = String((server.address() as AddressInfo).port)

  const cut = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  return {
    url: url.href,
    cut,
    swallow(isSwallowing) {
      swallowing = isSwallowing
      for (const pair of pairs) lost.add(pair)
    },
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
