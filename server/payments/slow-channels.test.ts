import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slowChannels } from '#server/channels/slow-channels.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import type { Outcome } from '#server/providers/provider.ts'
import { finishPayment } from './finish.ts'
import { openPaying, type Paying } from './fixtures.ts'

describe('a channel', () => {
  it('is full when it holds as many places as one may, and is not when they end', async () => {
    const slow = slowChannels({ most: 2, slowMs: 60_000 })
    const { promise, resolve } = Promise.withResolvers<string>()
    const one = slow.watch('A', () => promise)
    expect([slow.isFull('A'), slow.anyIsFull()]).toEqual([false, false])
    const other = slow.watch('A', () => promise)
    expect([slow.isFull('A'), slow.isFull('B'), slow.anyIsFull()]).toEqual([true, false, true])
    resolve('done')
    expect(await Promise.all([one, other])).toEqual(['done', 'done'])
    expect([slow.isFull('A'), slow.anyIsFull()]).toEqual([false, false])
  })

  it('is full when a few of its requests hang, and is not once they have failed', async () => {
    const slow = slowChannels({ mostSlow: 2, slowMs: 5 })
    const { promise, reject } = Promise.withResolvers<string>()
    const asked = [slow.watch('A', () => promise), slow.watch('A', () => promise)]
    expect(slow.isFull('A')).toBe(false)
    await expect.poll(() => slow.isFull('A')).toBe(true)
    reject(new Error('given up'))
    await Promise.allSettled(asked)
    expect(slow.isFull('A')).toBe(false)
  })
})

describe('while a channel hangs', () => {
  let paying: Paying
  beforeAll(async () => {
    paying = await openPaying()
  })
  afterAll(() => paying.close())

  it('its further payments are put off, untold to it, and go on when it answers again', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    let asked = 0
    const authorise = () => ((asked += 1), promise)
    paying.testApp.serveParts.services.provider = () => ({ ...paying.provider, authorise })
    const start = async () => (await paying.start(await paying.link({}), { method: 'WALLET' })).orderRef
    const hanging: Promise<void>[] = []
    for (let n = 0; n < 48; n++) hanging.push(paying.settle(await start()))
    await expect.poll(() => asked).toBe(48)

    const orderRef = await start()
    const before = await paying.waitingJobs(orderRef)
    await paying.settle(orderRef)
    expect(asked).toBe(48)
    expect(await paying.waitingJobs(orderRef)).toBe(before + 1)
    const [row] = await paying.sql<{ asked: boolean }>(
      `select channel_asked_at is not null as asked from payments where merchant_id = $1 and order_ref = '${orderRef}'`,
    )
    expect(row?.asked).toBe(false)

    resolve({ kind: 'unknown', why: 'given up' })
    await Promise.all(hanging)
    paying.testApp.serveParts.services.provider = () => paying.provider
    await paying.settle(orderRef)
    expect((await paying.read(orderRef)).status).toBe('Pending')
  })

  it('so are captures of what it has authorised', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const { serveParts } = paying.testApp
    const { services } = serveParts
    const scope = { merchantId: paying.merchant.merchantId, environment: 'sandbox' }
    const finish = (orderRef: string) =>
      runJob(finishPayment as never, { ...scope, orderRef, asks: 0 }, serveParts, new AbortController().signal)
    const authorised = async () => {
      const token = await paying.simulator.token('4000000000005035')
      const { orderRef } = await paying.start(await paying.link({}), { token })
      await paying.settle(orderRef)
      await paying.call('POST', `/api/payments/${paying.merchant.key}/${orderRef}/capture`, {})
      return orderRef
    }
    const refs: string[] = []
    for (let n = 0; n < 13; n++) refs.push(await authorised())
    const last = refs.pop() ?? ''
    let asked = 0
    services.provider = () => ({ ...paying.provider, capture: () => ((asked += 1), promise) })
    const hanging = refs.map((orderRef) => finish(orderRef))
    await expect.poll(() => asked).toBe(12)

    await finish(last)
    expect(asked).toBe(12)
    const [row] = await paying.sql(
      `select finish_asked_at from payments where merchant_id = $1 and order_ref = '${last}'`,
    )
    expect(row).toEqual({ finish_asked_at: null })

    resolve({ kind: 'unknown', why: 'given up' })
    await Promise.all(hanging)
    services.provider = () => paying.provider
    await finish(last)
    expect((await paying.read(last)).status).toBe('Success')
  })
})
