import { randomUUID } from 'node:crypto'
import { closedLoop, type Looped } from './closed-loop.ts'
import { makeLink, post } from './make-link.ts'
import { serveQuestions } from './process.ts'
import { openRaw, type RawConnection } from './raw-http.ts'
import type { Session } from './sign-in.ts'

/** Whole payments over HTTP: a signed link, then the shopper's attempt, which is completed when it is answered. */
export interface PayLoad {
  url: string
  session: Session
  currency: string
  connections: number
  seconds: number
}

serveQuestions<PayLoad>(null, async (load): Promise<Looped> => {
  const opened = await Promise.all(Array.from({ length: load.connections }, () => openRaw(load.url)))
  try {
    return await closedLoop(load, (connection) => pay(opened[connection] as RawConnection, load))
  } finally {
    for (const connection of opened) connection.close()
  }
})

async function pay(connection: RawConnection, load: PayLoad): Promise<void> {
  const { order, linkRef } = await makeLink(connection, load)
  await post(
    connection,
    `/gateway/api/checkout/${linkRef}/attempts`,
    { token: `tok_${order.replaceAll('-', '')}` },
    { 'idempotency-key': randomUUID() },
  )
}
