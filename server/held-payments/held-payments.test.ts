import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payment, PaymentRow } from '#contract/payments.ts'
import { verifySums } from '#server/rollups/verify.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'
import { settleRefund } from '#server/refunds/jobs.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'

/** Decisions about late money that is on hold: 100 SGD of each payment here. */
let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())

const net = 96.54
const decide = (act: 'accept' | 'refund', orderRef: string, changes: object = {}, how: Partial<How> = {}) =>
  back.paying.testApp.call(
    how.session ?? back.session,
    'POST',
    `/api/payments/${orderRef}/${act}-late`,
    { ...(act === 'accept' ? { net } : { amount: 100 }), currency: 'SGD', reason: 'agreed by telephone', ...changes },
    { 'idempotency-key': how.key ?? crypto.randomUUID() },
  )
interface How {
  session: TestSession
  key: string
}
const reasonOf = (answer: Answer) => [answer.status, answer.body['status_reason']]
const held = () => back.paidLate('hold')
const read = (orderRef: string) => back.paying.read(orderRef)
/** The sums of the accounts of a payment and of its refunds. */
async function booked(orderRef: string): Promise<Record<string, string>> {
  const sums: Record<string, bigint> = {}
  for (const { account, amount } of (await read(orderRef)).postings)
    sums[account] = (sums[account] ?? 0n) + BigInt(Math.round(amount * 100))
  return Object.fromEntries(Object.entries(sums).map(([account, sum]) => [account, String(sum)]))
}
async function sound(): Promise<void> {
  const owner = { merchantId: back.paying.merchant.merchantId, environment: 'sandbox' as const }
  expect(await back.findings()).toEqual([])
  expect(await verifySums(back.paying.testApp.owner, owner)).toEqual([])
}
const acts = (orderRef: string) =>
  back.paying.sql<{ action: string; result: string }>(
    `select action, result from audit_events where merchant_id = $1 and object_ref = '${orderRef}' and action like 'payment.%-late' order by event_id`,
  )

describe('late money on hold', () => {
  it('says what accepting it would book, and nothing once no money waits', async () => {
    const orderRef = await held()
    expect(await read(orderRef)).toMatchObject({
      fee: 0,
      net: 0,
      fee_terms: null,
      held: { amount: 100, fee: 3.2, fee_tax: 0.26, net, acceptable: true },
    })
    expect((await read(await back.paid())).held).toBeNull()
    expect((await read(await back.paidLate('accept'))).held).toBeNull()
    expect((await read(await back.paidLate('refund'))).held).toBeNull()
  })

  it('is booked to the merchant less its fee when accepted, with the reason in timeline and audit log', async () => {
    const orderRef = await held()
    const answer = await decide('accept', orderRef)
    expect(answer.body).toMatchObject({ message: 'Late payment accepted' })
    expect(answer.body.content).toMatchObject({ fee: 3.2, fee_tax: 0.26, net, held: null, late_payment: 'hold' })
    expect(await booked(orderRef)).toEqual({
      'psp_receivable:SIMULATOR': '10000',
      late_suspense: '0',
      merchant_pending: '-9654',
      fee_income: '-320',
      fee_tax_payable: '-26',
    })
    const { timeline } = await read(orderRef)
    expect(timeline.at(-1)).toMatchObject({ event: 'late_accepted', facts: { note: 'agreed by telephone' } })
    expect(await acts(orderRef)).toEqual([{ action: 'payment.accept-late', result: 'done' }])
    await sound()
  })

  it('is refunded whole and without a fee when given back', async () => {
    const orderRef = await held()
    expect((await decide('refund', orderRef)).status).toBe(200)
    expect(await read(orderRef)).toMatchObject({ refunding: 100, held: null, fee: 0, net: 0 })
    expect((await back.read(orderRef)).refundDetails).toMatchObject([
      { amount: 100, refund_reason: 'late payment', note: 'agreed by telephone', created_by: 'Test User' },
    ])
    await runJobs(back.paying.testApp, { names: [settleRefund.name] })
    expect(await booked(orderRef)).toEqual({
      'psp_receivable:SIMULATOR': '0',
      late_suspense: '0',
      refund_clearing: '0',
    })
    expect(await acts(orderRef)).toEqual([{ action: 'payment.refund-late', result: 'done' }])
    await sound()
  })

  it('can be refunded like any other once it was accepted, from what the merchant is owed', async () => {
    const orderRef = await held()
    await decide('accept', orderRef)
    const refundId = await back.refund(orderRef, { type: 'partial', amount: 40 })
    expect(await back.lines(refundId)).toMatchObject({ 'refund.asked merchant_pending': '4000' })
    await back.callBack(refundId)
    expect(await read(orderRef)).toMatchObject({ net: 56.54, refunded: 40 })
    await sound()
  })

  it('of which a part was refunded is accepted for the rest, with a fee of the rest; meanwhile it waits', async () => {
    const orderRef = await held()
    const refundId = await back.refund(orderRef, { type: 'partial', amount: 40 })
    expect((await read(orderRef)).held).toMatchObject({ amount: 60, acceptable: false })
    expect(reasonOf(await decide('accept', orderRef, { net: 57.74 }))).toEqual([409, 'INVALID_STATUS_TYPE'])
    await back.callBack(refundId)
    const waits = (await read(orderRef)).held
    expect(waits).toMatchObject({ amount: 60, acceptable: true })
    expect((await decide('accept', orderRef, { net: waits?.net })).status).toBe(200)
    const after = await read(orderRef)
    expect(after.net).toBe(waits?.net)
    expect(after.fee_terms).toMatchObject({ amount: 60, percent_fee: expect.any(String) })
    await sound()
  })

  it('waits again when its refund fails', async () => {
    const orderRef = await held()
    await decide('refund', orderRef)
    expect(reasonOf(await decide('accept', orderRef))).toEqual([409, 'INVALID_STATUS_TYPE'])
    const [refund] = (await back.read(orderRef)).refundDetails
    await back.callBack(refund?.refund_id ?? '', 'declined')
    expect((await decide('accept', orderRef)).status).toBe(200)
    await sound()
  })

  it('is found by a filter of the list until it is decided', async () => {
    const [waits, accepted, gone] = [await held(), await held(), await held()]
    await decide('accept', accepted)
    await decide('refund', gone)
    const find = async (filters: object) => {
      const path = `/merchant/${back.paying.merchant.key}/payments`
      const answer = await back.paying.testApp.call(back.session, 'POST', path, { pagesize: 100, filters })
      return (answer.body.content as unknown as PaymentRow[]).map(({ order_ref }) => order_ref)
    }
    const found = await find({ late: 'held' })
    expect([waits, accepted, gone].map((ref) => found.includes(ref))).toEqual([true, false, false])
    expect(await find({ late: 'late' })).toEqual(expect.arrayContaining([waits, accepted, gone]))
  })
})

describe('a decision', () => {
  it('about other amounts than were shown, another currency or nothing that waits changes nothing', async () => {
    const orderRef = await held()
    expect(reasonOf(await decide('accept', orderRef, { net: 96.55 }))).toEqual([400, 'INVALID_AMOUNT'])
    expect(reasonOf(await decide('accept', orderRef, { currency: 'USD' }))).toEqual([400, 'INVALID_AMOUNT'])
    expect(reasonOf(await decide('refund', orderRef, { amount: 99 }))).toEqual([400, 'INVALID_AMOUNT'])
    expect((await decide('accept', orderRef, { reason: ' ' })).status).toBe(400)
    expect((await read(orderRef)).held).toMatchObject({ amount: 100 })
    for (const other of [await back.paid(), await back.paidLate('accept')])
      for (const act of ['accept', 'refund'] as const)
        expect(reasonOf(await decide(act, other))).toEqual([409, 'INVALID_STATUS_TYPE'])
    const session = await back.paying.testApp.signIn(await back.paying.testApp.addMerchant())
    expect((await decide('accept', orderRef, {}, { session })).status).toBe(404)
    await sound()
  })

  it('sent twice with one key is made once, and both are answered alike', async () => {
    for (const act of ['accept', 'refund'] as const) {
      const orderRef = await held()
      const how = { key: crypto.randomUUID() }
      const answers = await Promise.all([decide(act, orderRef, {}, how), decide(act, orderRef, {}, how)])
      const again = await decide(act, orderRef, {}, how)
      expect(again.status).toBe(200)
      for (const { status, body } of answers)
        if (status === 200) expect(body.content).toEqual(again.body.content)
        else expect(status).toBe(409)
      expect(await acts(orderRef)).toHaveLength(1)
      expect((again.body.content as unknown as Payment).held).toBeNull()
    }
    await sound()
  })

  it('is the only one that counts, of six at once to accept and to refund', async () => {
    for (let round = 0; round < 2; round++) {
      const orderRef = await held()
      const all = Array.from({ length: 6 }, (_, n) => decide((n + round) % 2 ? 'accept' : 'refund', orderRef))
      const answers = await Promise.all(all)
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(5).fill(409),
      ])
      expect((await acts(orderRef)).filter(({ result }) => result === 'done')).toHaveLength(1)
      const { refunding, net: kept } = await read(orderRef)
      expect([refunding, kept]).toEqual(refunding > 0 ? [100, 0] : [0, net])
    }
    await sound()
  })
})
