import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { verify } from '#server/kit/auth/signature.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { resetSecret } from '#server/webhooks/secret.ts'
import { openConfirmationReceiver, type Verdict } from '#test/confirmation-receiver.ts'
import { confirmPayment } from './confirm.ts'
import { finishPayment } from './finish.ts'
import { openPaying, type Paying } from './fixtures.ts'

let paying: Paying
let receiver: Awaited<ReturnType<typeof openConfirmationReceiver>>
let secret = ''
let verdict: () => Verdict | Promise<Verdict> = () => ({ status: 200 })
const owner = () => ({ merchantId: paying.merchant.merchantId, environment: 'sandbox' as const })

beforeAll(async () => {
  paying = await openPaying()
  paying.testApp.serveParts.services.allowLoopbackWebhooks = true
  receiver = await openConfirmationReceiver({ secrets: () => [secret], decide: () => verdict() })
  await save(receiver.url)
  secret = (await ownTransaction(paying.testApp.serveParts, owner(), { requestId: 'test' }, resetSecret)).secret
})
afterEach(async () => {
  verdict = () => ({ status: 200 })
  receiver.received.splice(0)
  await save(receiver.url)
})
afterAll(async () => {
  await receiver.close()
  await paying.close()
})

const address = () => `/api/confirmations/${paying.merchant.key}`
const save = (url: string) => paying.testApp.call(paying.session, 'PUT', address(), { url })
const paid = '4242424242424242'
const authorisedOnly = '4000000000005035'

/** A payment of 100 SGD that was begun and settled once. */
const begun = async (body: object | null = null, card = paid) => {
  const link = await paying.link({})
  const { orderRef, text } = await paying.start(link, body ?? { token: await paying.simulator.token(card) })
  if (!orderRef) throw new Error(text)
  await paying.settle(orderRef)
  return { link, orderRef }
}
const run = (job: typeof confirmPayment | typeof finishPayment, orderRef: string) =>
  runJob(job as never, { ...owner(), orderRef }, paying.testApp.serveParts, new AbortController().signal)
const confirm = (orderRef: string) => run(confirmPayment, orderRef)
const finish = (orderRef: string) => run(finishPayment, orderRef)
const stored = async (orderRef: string) => {
  const [row] = await paying.sql<{ state: string; status: number; fault: string; reason: string; note: string }>(
    `select state, status, fault, reason, note from payment_confirmations
     where merchant_id = $1 and order_ref = '${orderRef}'`,
  )
  return row
}
const loseJobs = (orderRef: string) => paying.sql(`delete from pgboss.job where data->>'orderRef' = '${orderRef}'`)
const events = async (orderRef: string) => (await paying.read(orderRef)).timeline.map(({ event }) => event)

describe('a payment of a merchant whose server is asked', () => {
  it('is authorised only, asked about with both signatures, and captured when the answer is 200', async () => {
    const { link, orderRef } = await begun()
    expect((await paying.read(orderRef)).status).toBe('Authorized')
    await confirm(orderRef)
    const [asked] = receiver.received
    expect(asked).toMatchObject({
      isGenuine: true,
      question: { portone_key: paying.merchant.key, portone_order_ref: orderRef, amount: 100, currency: 'SGD' },
    })
    const { signature_hash, ...signed } = asked?.question ?? ({} as never)
    expect(verify({ ...signed, amount: '100' }, paying.merchant.secret, signature_hash ?? '').ok).toBe(true)
    expect(await stored(orderRef)).toMatchObject({ state: 'capture', status: 200, note: '' })
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({ status: 'Success', net: 96.54 })
    expect(await paying.linkState(link)).toBe('success')
    expect(await events(orderRef)).toEqual(expect.arrayContaining(['confirmation_asked', 'confirmation_given']))
    expect(await paying.findings()).toEqual([])
  })

  it('is captured by a 200 with a body too, which is noted', async () => {
    verdict = () => ({ status: 200, body: 'picked from shelf 4' })
    const { orderRef } = await begun()
    await confirm(orderRef)
    expect(await stored(orderRef)).toMatchObject({ state: 'capture', note: 'picked from shelf 4' })
    expect((await paying.read(orderRef)).timeline.at(-1)?.facts).toMatchObject({ note: 'picked from shelf 4' })
  })

  it('is voided by a refusal, whose words the shopper reads, and its link can be paid again', async () => {
    const reason = `Sold out\u202e <b>since</b>\u0000 noon. ${'x'.repeat(300)}`
    verdict = () => ({ status: 409, body: JSON.stringify({ reason }) })
    const { link, orderRef } = await begun()
    await confirm(orderRef)
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({
      status: 'Failed',
      status_reason: 'MERCHANT_REFUSED_TRANSACTION',
      postings: [],
    })
    const { refusal } = await paying.attempt(link, orderRef)
    expect(refusal).toMatch(/^Sold out <b>since<\/b> noon\. x+$/)
    expect(refusal).toHaveLength(limits.confirmationReasonLength)
    expect((await paying.start(link, { method: 'WALLET' })).status).toBe(200)
    expect(await paying.findings()).toEqual([])
  })

  it.each([
    ['an error', { status: 500 }, { status: 500, fault: '' }],
    ['a success that is not 200', { status: 204 }, { status: 204, fault: '' }],
    ['a redirect, which is not followed', 'redirect', { status: 302, fault: '' }],
    ['a cut connection', 'drop', { status: 0, fault: 'connection' }],
    ['an answer without end', { status: 200, body: 'x'.repeat(70_000) }, { status: 0, fault: 'too_large' }],
  ] as const)('is voided by %s', async (_what, answer, expected) => {
    verdict = () => answer
    const { orderRef } = await begun()
    await confirm(orderRef)
    expect(await stored(orderRef)).toMatchObject({ state: 'void', reason: '', ...expected })
    expect(receiver.received).toHaveLength(1)
    await finish(orderRef)
    expect((await paying.read(orderRef)).status).toBe('Failed')
  })

  it('is voided by silence, when the time to answer is over', async () => {
    verdict = () => 'hang'
    const { orderRef } = await begun()
    expect(limits.confirmationTimeoutMs).toBe(10_000)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const soon = new AbortController()
      setTimeout(() => soon.abort(new DOMException('over', 'TimeoutError')), ms / 100)
      return soon.signal
    })
    await confirm(orderRef).finally(() => vi.restoreAllMocks())
    expect(await stored(orderRef)).toMatchObject({ state: 'void', fault: 'timeout' })
  })

  it('is voided when the address leads into a private network after all', async () => {
    const { orderRef } = await begun()
    await paying.sql(`update confirmation_addresses set url = 'https://10.0.0.1/confirm' where merchant_id = $1`)
    await confirm(orderRef)
    expect(await stored(orderRef)).toMatchObject({ state: 'void', fault: 'refused_address' })
  })

  it('is captured unasked when the address was taken away meanwhile', async () => {
    const { orderRef } = await begun()
    await save('')
    await confirm(orderRef)
    await finish(orderRef)
    expect(await stored(orderRef)).toMatchObject({ state: 'capture', fault: 'no_address' })
    expect((await paying.read(orderRef)).status).toBe('Success')
    expect(receiver.received).toEqual([])
  })
})

describe('the decision', () => {
  it('is asked for under the same id again after a request was cut off, and never once it is stored', async () => {
    const { orderRef } = await begun()
    // The worker dies between the request and the answer's end.
    const { services, exports, now } = paying.testApp.serveParts
    if (confirmPayment.kind !== 'effect') throw new Error('no effect')
    let transactions = 0
    const killed = confirmPayment.run(
      {
        services,
        exports,
        loads: exports,
        now,
        signal: new AbortController().signal,
        transaction: (work) => {
          transactions += 1
          if (transactions > 1) return new Promise(() => {})
          return ownTransaction(paying.testApp.serveParts, owner(), { requestId: 'test' }, work)
        },
        long: () => Promise.reject(new Error('it changes few rows')),
      },
      { ...owner(), orderRef, waits: 0 },
    )
    void killed
    await vi.waitFor(() => expect(transactions).toBe(2))
    expect(await stored(orderRef)).toMatchObject({ state: 'asking' })
    verdict = () => ({ status: 403, body: '{"reason":"No."}' })
    await confirm(orderRef)
    await Promise.all([confirm(orderRef), confirm(orderRef)])
    expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id])
    expect(await stored(orderRef)).toMatchObject({ state: 'void', reason: 'No.' })
  })

  it('is acted on after a death between the decision and the act, without asking again', async () => {
    const { orderRef } = await begun()
    await confirm(orderRef)
    await loseJobs(orderRef)
    const parts = { ...paying.testApp.serveParts, declared: [finishPayment, confirmPayment] }
    paying.clock.now = new Date(Date.now() + 121_000)
    expect(await sweepJobs(parts, owner())).toBe(1)
    paying.clock.now = null
    await finish(orderRef)
    expect((await paying.read(orderRef)).status).toBe('Success')
    expect(receiver.received).toHaveLength(1)
  })

  it('is still asked for when its job was lost', async () => {
    const { orderRef } = await begun()
    await loseJobs(orderRef)
    paying.clock.now = new Date(Date.now() + 121_000)
    expect(await sweepJobs({ ...paying.testApp.serveParts, declared: [confirmPayment] }, owner())).toBe(1)
    paying.clock.now = null
    await confirm(orderRef)
    expect(await stored(orderRef)).toMatchObject({ state: 'capture' })
  })

  it('of a person counts when it came first, and the server’s is dropped', async () => {
    const { orderRef } = await begun()
    verdict = async () => {
      await paying.call('POST', `/api/payments/${paying.merchant.key}/${orderRef}/void`, {})
      return { status: 200 }
    }
    await confirm(orderRef)
    expect(await stored(orderRef)).toMatchObject({ state: 'dropped' })
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({
      status: 'Failed',
      status_reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
    })
  })

  it('of the server counts when it came first, and a person’s other wish is refused', async () => {
    const { orderRef } = await begun()
    await confirm(orderRef)
    const answer = await paying.call('POST', `/api/payments/${paying.merchant.key}/${orderRef}/void`, {})
    expect(answer.status).toBe(409)
    await finish(orderRef)
    expect((await paying.read(orderRef)).status).toBe('Success')
  })
})

it('without an address payments are captured at once, and what is only authorised waits for a person', async () => {
  await save('')
  const [captured, waiting] = [await begun(), await begun(null, authorisedOnly)]
  expect((await paying.read(captured.orderRef)).status).toBe('Success')
  expect(await paying.read(waiting.orderRef)).toMatchObject({ status: 'Authorized', finish: '' })
  await confirm(waiting.orderRef)
  expect(await stored(waiting.orderRef)).toBeUndefined()
  expect(receiver.received).toEqual([])
})
