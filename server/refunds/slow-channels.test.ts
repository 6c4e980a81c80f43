import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Outcome } from '#server/providers/provider.ts'
import { openRefunding, type Refunding } from './fixtures.ts'

let refunding: Refunding
beforeAll(async () => {
  refunding = await openRefunding()
})
afterAll(() => refunding.close())

it('refunds by a channel that hangs are put off, untold to it, and go on when it answers again', async () => {
  const { paying } = refunding
  const { services } = paying.testApp.serveParts
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const orderRef = await refunding.paid()
  const ids: string[] = []
  for (let n = 0; n < 25; n++) ids.push(await refunding.refund(orderRef, { type: 'partial', amount: 1 }))
  const last = ids.pop() ?? ''
  let asked = 0
  services.provider = () => ({ ...paying.provider, refund: () => ((asked += 1), promise) })
  const hanging = ids.map((id) => refunding.settle(id))
  await expect.poll(() => asked).toBe(24)

  await refunding.settle(last)
  expect(asked).toBe(24)
  const jobs = await paying.sql<{ waits: string }>(
    `select data->>'waits' as waits from pgboss.job where name = 'settle-refund' and data->>'refundId' = '${last}' and data ? 'waits'`,
  )
  expect(jobs).toEqual([{ waits: '1' }])
  const [row] = await paying.sql(
    `select channel_asked_at from refunds where merchant_id = $1 and refund_id = '${last}'`,
  )
  expect(row).toEqual({ channel_asked_at: null })

  resolve({ kind: 'unknown', why: 'given up' })
  await Promise.all(hanging)
  services.provider = () => paying.provider
  await refunding.settle(last)
  expect(await refunding.witnessed(orderRef)).toMatchObject([{ key: last }])
})
