import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { isKnown, type Known } from '#server/providers/provider.ts'
import { askedOf } from '#server/providers/simulator/fixtures.ts'
import { applyOutcome } from './apply-outcome.ts'
import { approving, type Answer, type Approving } from './approval-fixtures.ts'
import { settlePayment } from './jobs.ts'
import { openPaying, type Paying } from './fixtures.ts'

/** Payments at a provider whose shopper approves on its page, and that takes money only when it is told to. */
let paying: Paying
let provider: Approving
beforeAll(async () => {
  paying = await openPaying()
})
beforeEach(() => {
  provider = approving(paying.provider)
  paying.testApp.serveParts.services.provider = () => provider
  paying.clock.now = null
})
afterAll(() => paying.close())

const begin = async () => {
  const link = await paying.link({})
  const { orderRef, text } = await paying.start(link, { method: 'WALLET' })
  if (!orderRef) throw new Error(text)
  await paying.settle(orderRef)
  return { link, orderRef }
}
const approved = async () => {
  const begun = await begin()
  provider.approve(begun.orderRef)
  return begun
}
const apply = (orderRef: string, outcome: Known) => {
  const scope = { merchantId: paying.merchant.merchantId, environment: 'sandbox' as const }
  return ownTransaction(paying.testApp.serveParts, scope, { requestId: 'test' }, (ctx) =>
    applyOutcome(ctx, orderRef, outcome),
  )
}
/** The provider's present word, as its call-back would bring it. */
const hear = async (orderRef: string) => {
  const outcome = await provider.status(askedOf(orderRef), AbortSignal.timeout(1_000))
  if (isKnown(outcome)) await apply(orderRef, outcome)
}
const later = (seconds: number) => {
  paying.clock.now = new Date((paying.clock.now ?? new Date()).getTime() + seconds * 1_000)
}
const nudge = (orderRef: string) => {
  const data = { merchantId: paying.merchant.merchantId, environment: 'sandbox', orderRef, asks: 0, nudge: true }
  return runJob(settlePayment as never, data, paying.testApp.serveParts, new AbortController().signal)
}
const read = (orderRef: string) => paying.read(orderRef)

describe('a payment that its shopper approved', () => {
  it('is completed by the job, once, and then paid', async () => {
    const { link, orderRef } = await approved()
    await paying.settle(orderRef)
    expect(await read(orderRef)).toMatchObject({ status: 'Pending' })
    expect(provider.completes).toEqual([])
    expect((await read(orderRef)).timeline.map(({ event }) => event)).toContain('approved')
    await paying.settle(orderRef)
    expect(await read(orderRef)).toMatchObject({ status: 'Success', late: false })
    expect(await paying.linkState(link)).toBe('success')
    expect(provider.taken).toEqual([orderRef])
    expect(await paying.findings()).toEqual([])
  })

  it('is completed once when the call-back and many jobs come at the same time', async () => {
    const { orderRef } = await approved()
    await Promise.all([hear(orderRef), hear(orderRef), paying.settle(orderRef)])
    await Promise.all(Array.from({ length: 6 }, () => paying.settle(orderRef)))
    await paying.settle(orderRef)
    expect(await read(orderRef)).toMatchObject({ status: 'Success' })
    expect(provider.completes).toEqual([orderRef])
  })

  it.each([
    ['unknown after', 1],
    ['unknown before', 2],
  ] as const)('whose completion is %s is asked for, and completed again only when it was not', async (how, times) => {
    const { orderRef } = await approved()
    await hear(orderRef)
    provider.answers = how
    await paying.settle(orderRef)
    provider.answers = 'known'
    await hearNothing(orderRef)
    later(61)
    await paying.settle(orderRef)
    expect(await read(orderRef)).toMatchObject({ status: 'Success' })
    expect(provider.completes).toHaveLength(times)
    expect(provider.taken).toEqual([orderRef])
  })
  /** While the first request may be under way, a job only asks. */
  async function hearNothing(orderRef: string) {
    const before = provider.completes.length
    await paying.settle(orderRef)
    expect(provider.completes).toHaveLength(before)
  }

  it.each([
    ['cancelled', `update payment_links set status = 'cancelled'`, 'Failed'],
    ['expired', `update payment_links set expires_at = now() - interval '1 second'`, 'Expired'],
  ])('lapses when its link is %s meanwhile, and no money is taken', async (_what, change, end) => {
    const { link, orderRef } = await approved()
    await hear(orderRef)
    await paying.sql(`${change} where merchant_id = $1 and link_ref = '${link}'`)
    await paying.settle(orderRef)
    expect((await read(orderRef)).status).toBe(end)
    await paying.settle(orderRef)
    later(90)
    await paying.settle(orderRef)
    expect(provider.completes).toEqual([])
  })

  it('lapses when another attempt has paid its link meanwhile', async () => {
    provider.answers = 'declined'
    const { link, orderRef: other } = await approved()
    await hear(other)
    await paying.settle(other)
    provider.answers = 'known'
    const { orderRef } = await paying.start(link, { method: 'WALLET' })
    await paying.settle(orderRef)
    provider.approve(orderRef)
    await hear(orderRef)
    provider.completes = []
    await apply(other, { kind: 'captured', providerRef: 'late' })
    expect(await paying.linkState(link)).toBe('success')
    await paying.settle(orderRef)
    expect((await read(orderRef)).status).toBe('Failed')
    expect(provider.completes).toEqual([])
  })

  it('lapses when its shopper chose another way, or its time is over', async () => {
    const first = await approved()
    expect((await paying.cancel(first.link, first.orderRef)).status).toBe(200)
    await paying.settle(first.orderRef)
    await paying.settle(first.orderRef)
    expect(await read(first.orderRef)).toMatchObject({
      status: 'Failed',
      status_reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
    })
    const second = await approved()
    await hear(second.orderRef)
    later(31 * 60)
    await paying.settle(second.orderRef)
    expect(await read(second.orderRef)).toMatchObject({ status: 'Expired', status_reason: 'TRANSACTION_EXPIRED' })
    expect(provider.completes).toEqual([])
  })

  it('is declined, or sends its shopper back, as the provider says; a second approval is completed', async () => {
    const first = await approved()
    await hear(first.orderRef)
    provider.answers = 'declined'
    await paying.settle(first.orderRef)
    expect(await read(first.orderRef)).toMatchObject({ status: 'Failed', status_reason: 'BANK_REFUSED_TRANSACTION' })
    provider.answers = 'known'
    const { orderRef } = await approved()
    await hear(orderRef)
    provider.answers = 'sent back'
    await paying.settle(orderRef)
    expect((await read(orderRef)).status).toBe('Pending')
    provider.answers = 'known'
    provider.approve(orderRef)
    await paying.settle(orderRef)
    await paying.settle(orderRef)
    expect((await read(orderRef)).status).toBe('Success')
    expect(provider.taken).toEqual([orderRef])
  })
})

describe('a channel that is unavailable', () => {
  it('ends the attempt without money, with the reason and the words of the provider, and the link can be paid', async () => {
    provider.answers = 'unavailable'
    const { link, orderRef } = await begin()
    expect(await read(orderRef)).toMatchObject({
      status: 'Failed',
      status_reason: 'PAYMENT_CHANNEL_UNAVAILABLE',
      status_code: '4080',
      channel_text: 'The account is restricted.',
    })
    expect(await paying.attempt(link, orderRef)).toMatchObject({ state: 'declined' })
    provider.answers = 'known'
    expect((await paying.start(link, { method: 'WALLET' })).status).toBe(200)
    expect(await paying.findings()).toEqual([])
  })

  it('is not asked to begin by an extra poll, so that one request is under way at a time', async () => {
    const link = await paying.link({})
    const { orderRef } = await paying.start(link, { method: 'WALLET' })
    let begun = 0
    const { authorise } = provider
    provider.authorise = (...given) => (begun++, authorise(...given))
    await nudge(orderRef)
    expect(begun).toBe(0)
    provider.answers = 'unknown before'
    await paying.settle(orderRef)
    await nudge(orderRef)
    expect(begun).toBe(1)
    expect((await read(orderRef)).status).toBe('Initiated')
  })

  it('says nothing of a payment that it was only asked about', async () => {
    const { orderRef } = await begin()
    provider.status = async () => ({ kind: 'unavailable', providerText: 'Too many requests.' })
    await paying.settle(orderRef)
    expect((await read(orderRef)).status).toBe('Pending')
  })
})

describe('after any history', () => {
  const act = fc.record({
    name: fc.constantFrom(
      'start',
      'settle',
      'settle',
      'settle',
      'approve',
      'approve',
      'hear',
      'cancel',
      'later',
      'answers',
    ),
    n: fc.nat(30),
  })
  const answers: readonly Answer[] = ['known', 'known', 'unknown before', 'unknown after', 'unavailable', 'sent back']

  it('money is taken once at most, never for a link that is over, and each taken payment is a success', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 }),
        async (story) => {
          provider = approving(paying.provider)
          paying.clock.now = null
          const link = await paying.link({})
          const attempts: string[] = []
          for (const together of story)
            await Promise.all(
              together.map(async ({ name, n }) => {
                const orderRef = attempts[n % Math.max(attempts.length, 1)] ?? ''
                if (name === 'later') return later(n * 3)
                if (name === 'answers') return void (provider.answers = answers[n % answers.length] as Answer)
                if (name === 'start') {
                  const begun = await paying.start(link, { method: 'WALLET' })
                  return void (begun.orderRef && attempts.push(begun.orderRef))
                }
                if (!orderRef) return
                if (name === 'approve') provider.approve(orderRef)
                else if (name === 'cancel') await paying.cancel(link, orderRef)
                else await (name === 'settle' ? paying.settle(orderRef) : hear(orderRef))
              }),
            )
          provider.answers = 'known'
          for (let round = 0; round < 5; round++) {
            later(61)
            for (const orderRef of attempts) await paying.settle(orderRef)
          }
          expect(provider.taken.length).toBeLessThanOrEqual(1)
          for (const orderRef of attempts) {
            const { status } = await read(orderRef)
            expect({ orderRef, paid: status === 'Success' }).toEqual({
              orderRef,
              paid: provider.taken.includes(orderRef),
            })
          }
          expect((await paying.linkState(link)) === 'success').toBe(provider.taken.length === 1)
        },
      ),
      { numRuns: 12 },
    )
    expect(await paying.findings()).toEqual([])
  }, 120_000)
})
