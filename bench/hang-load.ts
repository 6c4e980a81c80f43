import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { closedLoop, type Looped } from './closed-loop.ts'
import { makeLink, post } from './make-link.ts'
import { serveQuestions } from './process.ts'
import { openRaw, type RawConnection } from './raw-http.ts'
import type { Session } from './sign-in.ts'

/** Payments by card until they are paid, and beside them so many a second by the wallet of another provider. */
export interface HangLoad {
  url: string
  session: Session
  currency: string
  connections: number
  besidePerSecond: number
  seconds: number
}

serveQuestions<HangLoad>(null, async (load): Promise<Looped> => {
  const opened = await Promise.all(Array.from({ length: load.connections + 1 }, () => openRaw(load.url)))
  const [beside, ...cards] = opened as [RawConnection, ...RawConnection[]]
  const over = { is: false }
  const besides = payBeside(beside, load, over)
  try {
    return await closedLoop(load, (connection) => pay(cards[connection] as RawConnection, load))
  } finally {
    over.is = true
    await besides
    for (const connection of opened) connection.close()
  }
})

/** One payment by card, from its link until the shopper's page is told that it is paid. */
async function pay(connection: RawConnection, load: HangLoad): Promise<void> {
  const { order, linkRef } = await makeLink(connection, load)
  const path = `/gateway/api/checkout/${linkRef}/attempts`
  const given = { token: `tok_${order.replaceAll('-', '')}` }
  const { content } = await post<Attempt>(connection, path, given, { 'idempotency-key': randomUUID() })
  for (;;) {
    const attempt = JSON.parse(await connection.get(`${path}/${content.order_ref}`)) as Attempt
    if (attempt.content.state === 'paid') return
    if (attempt.content.state === 'declined') throw new Error('a payment was declined')
    await delay(pollMs)
  }
}
interface Attempt {
  content: { order_ref: string; state: string }
}
const pollMs = 100

/** Starts payments that nobody waits for. */
async function payBeside(connection: RawConnection, load: HangLoad, over: { is: boolean }): Promise<void> {
  const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
  for (let next = performance.now(); !over.is; next += 1_000 / load.besidePerSecond) {
    await delay(Math.max(0, next - performance.now()))
    const { linkRef } = await makeLink(connection, load)
    const path = `/gateway/api/checkout/${linkRef}/attempts`
    await post(connection, path, wallet, { 'idempotency-key': randomUUID() })
  }
}
