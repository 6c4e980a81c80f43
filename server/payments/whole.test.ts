import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payment, PaymentRow } from '#contract/payments.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Paying } from './fixtures.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'
import { seedObjects } from '#test/objects.ts'
import { rowsOfFile } from '#test/unzip.ts'

/** The merchant's view of payments, and manual outcomes of those that no provider confirms. */
let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())

const call = (method: 'POST' | 'PUT', path: string, body: object) =>
  back.paying.testApp.call(back.session, method, path, body)
const find = async (body: object): Promise<string[]> => {
  const answer = await call('POST', `/merchant/${back.paying.merchant.key}/payments`, { pagesize: 100, ...body })
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.body.content as unknown as PaymentRow[]).map(({ order_ref }) => order_ref)
}
const setStatus = (merchant_order_ref: string, status: string, changes: object = {}) =>
  call('PUT', '/merchants/transaction/status', {
    status,
    merchant_order_ref,
    reason: 'bank statement of today',
    signature: sign({ client_key: back.paying.merchant.key, merchant_order_ref, status }, back.session.signingKey),
    ...changes,
  })

/** An attempt that waits for a transfer, and its order. */
async function awaiting(wish: Parameters<Paying['link']>[0] = {}, way: object = { method: 'BANK_TRANSFER' }) {
  const link = await back.paying.link(wish)
  const { orderRef, text } = await back.paying.start(link, way)
  if (!orderRef) throw new Error(text)
  await back.paying.settle(orderRef)
  const { merchant_order_ref: order } = await back.paying.read(orderRef)
  return { link, orderRef, order }
}

describe("somebody's word about a payment", () => {
  it('makes it a success like a provider would: booked with its fee, its link paid, told with the evidence', async () => {
    const { link, orderRef, order } = await awaiting()
    const answer = await setStatus(order, 'Success')
    expect(answer.body).toMatchObject({ message: 'Transaction Updated successfully' })
    expect(answer.body.content).toMatchObject({ order_ref: orderRef, status: 'Success', fee: 3.2, net: 96.54 })
    expect(await back.paying.linkState(link)).toBe('success')
    const { timeline, postings } = await back.paying.read(orderRef)
    expect(timeline.at(-1)).toMatchObject({
      event: 'captured',
      actor: 'Test User',
      facts: { evidence: 'bank statement of today' },
    })
    expect(postings).toHaveLength(4)
    // The provider's own word, later, changes nothing.
    await back.paying.simulator.act(orderRef, { act: 'approve' })
    await back.paying.callBack(orderRef)
    expect((await back.paying.read(orderRef)).postings).toEqual(postings)
    expect(await back.findings()).toEqual([])
  })

  it('is taken once: again, or the opposite, finds nothing to do', async () => {
    const { orderRef, order } = await awaiting()
    expect((await setStatus(order, 'Failed')).body.content).toMatchObject({ status: 'Failed' })
    for (const status of ['Failed', 'Success']) expect((await setStatus(order, status)).status).toBe(409)
    expect((await back.paying.read(orderRef)).status).toBe('Failed')
    const audited = await back.paying.sql(
      `select from audit_events where merchant_id = $1 and action = 'payment.set-status' and object_ref = '${orderRef}' and result = 'done'`,
    )
    expect(audited).toHaveLength(1)
  })

  it('is not taken about a counter that the provider confirms, and is about another', async () => {
    const japan = { country: 'JP', currency: 'JPY' } as const
    const konbini = await awaiting(japan, { method: 'OTC', sub_type: 'KONBINI' })
    expect((await setStatus(konbini.order, 'Success')).status).toBe(409)
    expect((await back.paying.read(konbini.orderRef)).status).toBe('Pending')
    const counter = await awaiting(japan, { method: 'OTC' })
    expect((await setStatus(counter.order, 'Success')).status).toBe(200)
  })

  it('both ways and the provider at once: one outcome, and the ledger says the same', async () => {
    for (let round = 0; round < 6; round++) {
      const { orderRef, order } = await awaiting()
      await back.paying.simulator.act(orderRef, { act: 'approve' })
      const [yes, no] = await Promise.all([
        setStatus(order, 'Success'),
        setStatus(order, 'Failed'),
        back.paying.callBack(orderRef),
      ])
      expect([yes.status, no.status].filter((status) => status === 200).length).toBeLessThanOrEqual(1)
      expect((await back.paying.read(orderRef)).status).toBe('Success')
    }
    expect(await back.findings()).toEqual([])
  })

  it('is not taken without a right signature, for a card, without an attempt under way, or for an order of nobody', async () => {
    const { order } = await awaiting()
    expect((await setStatus(order, 'Success', { signature: 'x' })).status).toBe(400)
    expect((await setStatus(crypto.randomUUID(), 'Success')).status).toBe(404)
    const paid = await back.paying.read(await back.paid())
    expect((await setStatus(paid.merchant_order_ref, 'Failed')).status).toBe(409)
    const link = await back.paying.link({})
    const { orderRef } = await back.paying.start(link, { token: await back.paying.simulator.token('4000000000003220') })
    const { merchant_order_ref } = await back.paying.read(orderRef)
    expect((await setStatus(merchant_order_ref, 'Success')).status).toBe(409)
  })

  it('about late money keeps it apart, and waits for whoever gives it back where the link wants that', async () => {
    const { link, orderRef, order } = await awaiting({ late_payment: 'refund' })
    await back.paying.sql(`update payment_links set status = 'expired' where merchant_id = $1 and link_ref = '${link}'`)
    await setStatus(order, 'Success')
    expect((await back.read(orderRef)).refundDetails).toMatchObject([
      { manual: true, refund_status: 'PENDING', amount: 100 },
    ])
    expect(await back.findings()).toEqual([])
  })
})

describe('the details of a payment', () => {
  it('keep the terms of its fee, whatever they become later', async () => {
    const orderRef = await back.paid()
    await back.paying.sql(`update fee_plans set percent_fee = 9 where merchant_id = $1`)
    const terms = { amount: 100, percent_fee: '2.9000', minimum_fee: 0, flat_fee: 0.3, tax_percent: '8.0000' }
    expect((await back.paying.read(orderRef)).fee_terms).toEqual(terms)
    await back.paying.sql(`update fee_plans set percent_fee = 2.9 where merchant_id = $1`)
  })

  it('show the other attempts of the order, and the postings of the payment and its refunds', async () => {
    const link = await back.paying.link({})
    const attempt = async (card: string) => {
      const { orderRef } = await back.paying.start(link, { token: await back.paying.simulator.token(card) })
      await back.paying.settle(orderRef)
      return orderRef
    }
    const [failed, paid] = [await attempt('4000000000009995'), await attempt('4242424242424242')]
    const refundId = await back.refund(paid, { type: 'partial', amount: 5 })
    const seen: Payment = await back.paying.read(paid)
    expect(seen.attempts).toMatchObject([{ order_ref: failed, status: 'Failed' }])
    expect(seen.postings.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`)).toEqual([
      'payment.captured psp_receivable:SIMULATOR 100',
      'payment.captured merchant_pending -96.54',
      'payment.captured fee_income -3.2',
      'payment.captured fee_tax_payable -0.26',
      'refund.asked merchant_pending 5',
      'refund.asked refund_clearing -5',
    ])
    expect(seen.postings.at(-1)).toMatchObject({ object_ref: refundId })
  })
})

describe('the list', () => {
  it('filters by how much went back, and by late', async () => {
    const [none, pending, partial, full] = [await back.paid(), await back.paid(), await back.paid(), await back.paid()]
    await back.refund(pending, { type: 'partial', amount: 1 })
    await back.settle(await back.refund(partial, { type: 'partial', amount: 1 }))
    await back.settle(await back.refund(full))
    const known = new Set([none, pending, partial, full])
    const with_ = async (refunds: unknown) => (await find({ filters: { refunds } })).filter((ref) => known.has(ref))
    expect(await with_('pending')).toEqual([pending])
    expect(await with_('partial')).toEqual([partial])
    expect(await with_(['full'])).toEqual([full])
    expect(new Set(await with_(['pending', 'partial', 'full']))).toEqual(new Set([pending, partial, full]))
    expect(await find({ filters: { late: 'late' } })).not.toContain(none)
  })

  it("finds by an order, a refund's and the provider's references, the last four digits, an amount", async () => {
    const orderRef = await back.paid('5555555555554444')
    const refundId = await back.refund(orderRef, { type: 'partial', amount: 2.5 })
    await back.settle(refundId)
    const { merchant_order_ref, channel_order_ref, link_ref } = await back.paying.read(orderRef)
    const [refund] = (await back.read(orderRef)).refundDetails
    const ways = [merchant_order_ref, channel_order_ref, link_ref, orderRef, refundId, refund?.psp_refund_id, '4444']
    for (const search of [...ways, '100', '100.00 SGD', 'sgd 100', '100,00'])
      expect({ search, found: (await find({ search })).includes(orderRef) }).toEqual({ search, found: true })
    for (const search of ['100 MYR', '100.01', '4445', '1000'])
      expect({ search, found: (await find({ search })).includes(orderRef) }).toEqual({ search, found: false })
  })
})

it("finds by the start of the shopper's name, in any case and language, and lists what is known of each payment", async () => {
  const { testApp, merchant } = back.paying
  const orderRef = await back.paid('5555555555554444')
  await back.settle(await back.refund(orderRef, { type: 'partial', amount: 30 }))
  // As a version before this one writes it; the trigger of the insert is held by the migration's test.
  await testApp.owner.transaction(null, (tx) =>
    tx.query(`update payments set shopper_name = 'Łucja Żak', shopper_name_lower = lower_case('Łucja Żak') where order_ref = $1`, [orderRef]),
  ) // prettier-ignore
  for (const body of [{ search: 'łUCJA' }, { filters: { name: 'łucja ż' } }])
    expect(await find(body)).toEqual([orderRef])
  expect(await find({ filters: { name: 'Żak' } })).toEqual([])

  const listed = await call('POST', `/merchant/${merchant.key}/payments`, { search: orderRef })
  const [row] = listed.body.content as unknown as Record<string, unknown>[]
  const whole = (await back.paying.read(orderRef)) as unknown as Record<string, unknown>
  expect(row).toMatchObject({ card_brand: 'mastercard', card_last4: '4444', fee: 3.2, refunded: 30 })
  const same = ['net', 'fee', 'fee_tax', 'shopper_phone', 'shopper_address', 'shopper_ip', 'device_info'] // prettier-ignore
  for (const field of same) expect([field, row?.[field]]).toEqual([field, whole[field]])

  const file = await testApp.app.inject({
    method: 'POST',
    url: `/gateway/merchant/${merchant.key}/export-payments`,
    headers: { authorization: `Bearer ${back.session.token}` },
    payload: { search: orderRef, format: 'csv', language: 'en' },
  })
  const [head = '', line = ''] = file.body.split('\r\n')
  const cells = Object.fromEntries(head.split(',').map((title, at) => [title, line.split(',')[at]]))
  expect(cells).toMatchObject({
    Status: 'Succeeded', 'Status code': 'Success', Method: 'Card', 'Method code': 'CARD', Amount: '100.00', Currency: 'SGD',
    'Card brand': 'mastercard', 'Last four digits': '4444', Fee: '3.20', Net: '66.54', Refunded: '30.00',
  }) // prettier-ignore
})

describe('for a master', () => {
  it("the list, the export and the details of its merchants are one call away, and nobody else's", async () => {
    const { testApp } = back.paying
    const boss = await testApp.addMerchant({ kind: 'master', name: 'Boss' })
    const [owned, stranger] = [
      await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId }),
      await testApp.addMerchant(),
    ]
    const seeded = async (merchant: typeof boss, name: string) =>
      (await seedObjects(testApp, merchant, name)).of('payment')
    const [mine, theirs, foreign] = [
      await seeded(boss, 'Own'),
      await seeded(owned, 'Sub'),
      await seeded(stranger, 'Stranger'),
    ]
    const session = await testApp.signIn(boss)
    const ask = (path: string, body: object = {}) => testApp.call(session, 'POST', path, body)
    const listed = await ask(`/master-merchant/${boss.key}/merchants/transactions`)
    const rows = listed.body.content as unknown as (PaymentRow & { merchant_key: string })[]
    expect(new Map(rows.map((row) => [row.order_ref, row.merchant_key]))).toEqual(
      new Map([
        [mine, boss.key],
        [theirs, owned.key],
      ]),
    )
    expect(
      (await ask(`/master-merchant/${boss.key}/merchants/transactions`, { merchant_keys: [stranger.key] })).status,
    ).toBe(404)
    expect((await ask(`/merchant/${owned.key}/transaction-details`, { order_ref: theirs })).status).toBe(200)
    expect((await ask(`/merchant/${owned.key}/transaction-details`, { order_ref: foreign })).status).toBe(404)

    const columns = ['order_ref', 'amount', 'refunded', 'merchant_key'].map((key) => ({ key, title: key }))
    const sheet = await testApp.app.inject({
      method: 'POST',
      url: `/gateway/master-merchant/${boss.key}/merchants/export-transactions`,
      headers: { authorization: `Bearer ${session.token}` },
      payload: { columns },
    })
    expect(sheet.headers['content-disposition']).toMatch(/transactions-data/)
    const exported = rowsOfFile(sheet.rawPayload)
    expect(exported).toHaveLength(3)
    expect(new Set(exported.map(([ref]) => ref))).toEqual(new Set(['order_ref', mine, theirs]))
  })

  it('every search of the list is one of the export too', async () => {
    const orderRef = await back.paid()
    const refundId = await back.refund(orderRef)
    const { testApp, merchant } = back.paying
    const sheet = await testApp.app.inject({
      method: 'POST',
      url: `/gateway/merchant/${merchant.key}/export-payments`,
      headers: { authorization: `Bearer ${back.session.token}` },
      payload: { search: refundId, columns: [{ key: 'order_ref' }, { key: 'refunding' }] },
    })
    expect(rowsOfFile(sheet.rawPayload).map(([ref, amount]) => [ref, amount])).toEqual([
      ['order_ref', 'refunding'],
      [orderRef, 100],
    ])
  })
})
