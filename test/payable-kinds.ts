import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LatePayment } from '#contract/late-payments.ts'
import { limits } from '#contract/limits.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { startAttempt } from '#server/checkout/start-attempt.ts'
import { invoiceArrangement } from '#server/invoices/fixtures.ts'
import { pageOrderArrangement } from '#server/page-orders/fixtures.ts'
import { chargeArrangement, setUpArrangement } from '#server/subscriptions/fixtures.ts'
import { payables } from '#server/payables.ts'
import type { Payable } from '#server/payables/payable.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import {
  seatArrangement,
  seatPayable,
  seatSchema,
  type Arrangement,
  type PayableWish,
} from '#server/payables/fixtures.ts'
import { confirmPayment } from '#server/payments/confirm.ts'
import { finishPayment } from '#server/payments/finish.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'

/**
 * What holds of whatever an attempt pays, for every kind that is registered and for one of the tests' own, which is there to
 * be unlike a link. A kind without an arrangement fails.
 */
export const arrangements: Record<string, Arrangement> = {
  invoice: invoiceArrangement,
  page_order: pageOrderArrangement,
  link: {
    make: (paying, { late = 'accept' }) => paying.link({ late_payment: late, expiry_hours: 1 }),
    findings: async () => [],
  },
  subscription_charge: chargeArrangement,
  subscription: setUpArrangement,
  seat: seatArrangement,
}

/** Holds these kinds to it, each with an app of its own; answers what the tests' own kind needs. */
export function testPayables(kinds: readonly Payable[]) {
  let paying: Paying
  beforeAll(async () => {
    paying = await openPaying()
    paying.testApp.serveParts.services.payables = [...payables, seatPayable]
    await paying.testApp.owner.transaction(null, async (tx) => {
      for (const text of seatSchema) await tx.query(text, [])
    })
  })
  afterAll(() => paying.close())

  const scope = () => ({ merchantId: paying.merchant.merchantId, environment: 'sandbox' as const })
  const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
  const attempt = async (ref: string, card: string, bodyOf = (token: string): object => ({ token })) => {
    const { orderRef } = await paying.start(ref, bodyOf(await paying.simulator.token(card)))
    await paying.settle(orderRef)
    return orderRef
  }
  /** Money for an attempt that has ended here: the provider proves that it took it. */
  const proved = async (orderRef: string) => {
    await paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
    await paying.callBack(orderRef)
    return paying.read(orderRef)
  }

  /** Payments of the merchant are authorised only, until its server has been asked. */
  const askFirst = (first: boolean) =>
    paying.sql(
      first
        ? `insert into confirmation_addresses values ($1, 'sandbox', 'https://shop.internal/confirm', now())`
        : 'delete from confirmation_addresses where merchant_id = $1',
    )
  const finished = async (orderRef: string) => {
    for (const job of [confirmPayment, finishPayment])
      await runJob(job as never, { ...scope(), orderRef }, paying.testApp.serveParts, new AbortController().signal)
    return paying.read(orderRef)
  }

  describe.each(kinds)('a payable of the kind $kind', (of) => {
    const make = async (wish: PayableWish = {}) => {
      const arrangement = arrangements[of.kind]
      if (!arrangement) throw new Error(`no arrangement of the kind ${of.kind}`)
      return arrangement.make(paying, wish)
    }
    const state = (ref: string) =>
      ownTransaction(
        paying.testApp.serveParts,
        scope(),
        { requestId: 'test' },
        async (ctx) => (await of.read(ctx, ref))?.state,
      )
    const { end, endsAlways, ways: { card, waits } = { card: undefined, waits: wallet } } = arrangements[of.kind] ?? {}
    /** What may still be paid after its shopper has ended it. An attempt that sets up a mandate is over at its provider then. */
    const transfer = { method: 'VA_BANK_TRANSFER' } as const
    const takesTransfers = card === undefined
    /** After its time, or ended where time does not end it. */
    const over = async (ref: string) => {
      if (end) return end(paying, ref)
      paying.clock.now = new Date(Date.now() + 3_700_000)
      await expire(ref)
      paying.clock.now = null
    }
    const expire = (ref: string) => {
      const data = { ...scope(), kind: of.kind, ref }
      return runJob(expirePayable as never, data, paying.testApp.serveParts, new AbortController().signal)
    }
    const sound = async () => {
      expect(await paying.findings()).toEqual([])
      expect(await arrangements[of.kind]?.findings(paying)).toEqual([])
    }

    it('is paid after its merchant’s server was asked, and stays payable when that refuses', async () => {
      const [ref, other] = [await make(), await make()]
      await askFirst(true)
      const [taken, refused] = [
        await attempt(ref, '4242424242424242', card),
        await attempt(other, '4242424242424242', card),
      ]
      expect((await paying.read(taken)).status).toBe('Authorized')
      // The address of the test answers nothing.
      expect(await finished(refused)).toMatchObject({ status: 'Failed', status_reason: 'MERCHANT_REFUSED_TRANSACTION' })
      await askFirst(false)
      expect((await finished(taken)).status).toBe('Success')
      expect([await state(ref), await state(other)]).toEqual(['paid', 'payable'])
      await sound()
    })

    it('is found by its public reference alone, and nothing else is', async () => {
      const ref = await make()
      paying.testApp.serveParts.services.payableOwners.forget(ref)
      const found = { owner: scope(), payable: { kind: of.kind, ref } }
      expect(await paying.testApp.serveParts.findPayable(ref)).toEqual(found)
      expect(await paying.testApp.serveParts.findPayable(ref.split('').toReversed().join(''))).toBeNull()
      const page = await paying.testApp.app.inject({ method: 'GET', url: `/pay/${ref}` })
      expect([page.statusCode, page.body.includes('"state":"payable"')]).toEqual([200, true])
    })

    it('is offered and taken in no way that its country has off, of a merchant that sells abroad', async () => {
      const [before, ref] = [await make(), await make()]
      const pageOf = async () => (await paying.testApp.app.inject({ method: 'GET', url: `/pay/${ref}` })).body
      const begun = await paying.start(before, waits)
      await paying.sql('update merchants set cross_border_enabled = true where merchant_id = $1')
      expect(await pageOf()).toContain('"state":"payable"')
      await paying.sql(
        `insert into country_methods select merchant_id, environment, 'GLOBAL', channel_key, type, sub_type, false, false
         from payment_methods where merchant_id = $1`,
      )
      expect(await pageOf()).toContain('"state":"unavailable"')
      expect(await paying.start(ref, waits)).toMatchObject({ status: 400, reason: 'INVALID_PAYMENT_CHANNEL' })
      await paying.settle(begun.orderRef)
      expect(await proved(begun.orderRef)).toMatchObject({ status: 'Success' })
      await paying.sql('delete from country_methods where merchant_id = $1')
      await paying.sql('update merchants set cross_border_enabled = false where merchant_id = $1')
      expect(await pageOf()).toContain('"state":"payable"')
      await sound()
    })

    it('takes one attempt at a time, however many begin at once', async () => {
      const ref = await make()
      const begun = await Promise.all(Array.from({ length: 6 }, () => paying.start(ref, waits)))
      expect(begun.filter(({ status }) => status === 200)).toHaveLength(1)
      const [{ orderRef } = { orderRef: '' }] = begun.filter(({ status }) => status === 200)
      for (const { reason } of begun.filter(({ status }) => status !== 200))
        expect(reason).toBe('TRANSACTION_UNDER_REVIEW')
      await paying.settle(orderRef)
      await paying.simulator.act(orderRef, { act: 'decline' })
      await paying.settle(orderRef)
      expect(await state(ref)).toBe('payable')
      await sound()
    })

    if (takesTransfers)
      it('is paid once: a decline leaves it to be paid, a success ends that, and what comes after is late', async () => {
        const ref = await make()
        const first = (await paying.start(ref, transfer)).orderRef
        await paying.settle(first)
        await paying.cancel(ref, first)
        await paying.settle(first)
        expect((await paying.attempt(ref, first)).state).toBe('declined')
        const second = await attempt(ref, '4242424242424242', card)
        expect([await state(ref), (await paying.attempt(ref, second)).state]).toEqual(['paid', 'paid'])
        expect(await paying.start(ref, waits)).toMatchObject({ status: 409, reason: 'INVALID_STATUS_TYPE' })
        expect(await proved(first)).toMatchObject({ status: 'Success', late: true })
        expect(await paying.read(second)).toMatchObject({ status: 'Success', late: false })
        await sound()
      })

    if (takesTransfers)
      it('is paid by an attempt that seemed to have ended, where the provider proves it in time', async () => {
        const ref = await make()
        const { orderRef } = await paying.start(ref, transfer)
        await paying.settle(orderRef)
        await paying.cancel(ref, orderRef)
        await paying.settle(orderRef)
        expect(await proved(orderRef)).toMatchObject({ status: 'Success', late: false })
        expect(await state(ref)).toBe('paid')
        await sound()
      })

    it(`takes ${limits.attempts} attempts and no more`, async () => {
      const ref = await make()
      const { orderRef } = await paying.start(ref, waits)
      await paying.settle(orderRef)
      await paying.simulator.act(orderRef, { act: 'decline' })
      await paying.settle(orderRef)
      await paying.testApp.owner.transaction(null, (tx) =>
        tx.query(
          `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency,
             status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address,
             shopper_ip, device_info, description, source, created_at, updated_at)
           select merchant_id, environment, order_ref || n, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency,
             status, payment_method, channel_key, '', '', '', '', '', '', '', '', source, created_at, updated_at
           from payments p, generate_series(2, $2::int - (select count(*)::int from payments o where o.payable_ref = p.payable_ref)) n
           where order_ref = $1`,
          [orderRef, limits.attempts],
        ),
      )
      const last = await paying.start(ref, waits)
      expect(last.status).toBe(200)
      await paying.settle(last.orderRef)
      await paying.simulator.act(last.orderRef, { act: 'decline' })
      await paying.settle(last.orderRef)
      expect((await paying.start(ref, waits)).reason).toBe('MAX_RETRY_LIMIT_EXCEED')
    })

    it("ends an attempt at the shopper's wish by the provider's word alone", async () => {
      const ref = await make()
      const { orderRef } = await paying.start(ref, waits)
      await paying.settle(orderRef)
      paying.provider.away = true
      expect((await paying.cancel(ref, orderRef)).content).toMatchObject({ state: 'waiting', cancelling: true })
      await paying.settle(orderRef)
      expect((await paying.start(ref, waits)).reason).toBe('TRANSACTION_UNDER_REVIEW')
      paying.provider.away = false
      await paying.settle(orderRef)
      expect((await paying.attempt(ref, orderRef)).state).toBe('declined')
      const other = await attempt(ref, '4242424242424242', card)
      expect((await paying.attempt(ref, other)).state).toBe('paid')
      await sound()
    })

    if (end)
      it('has no end by time, and what it ends with an attempt in flight goes back, where it can be ended then', async () => {
        const [ref, underWay] = [await make(), await make()]
        const { orderRef } = await paying.start(underWay, waits)
        await paying.settle(orderRef)
        paying.clock.now = new Date(Date.now() + 3_700_000)
        await Promise.all([expire(ref), expire(underWay)])
        paying.clock.now = null
        expect([await state(ref), await state(underWay)]).toEqual(['payable', 'payable'])
        if (endsAlways) await end(paying, underWay)
        else await expect(end(paying, underWay)).rejects.toMatchObject({ fault: 'inFlight' })
        await end(paying, ref)
        expect(await state(ref)).toBe('cancelled')
        expect((await paying.start(ref, waits)).reason).toBe('INVALID_STATUS_TYPE')
        await paying.simulator.act(orderRef, { act: 'approve' })
        await paying.settle(orderRef)
        expect(await state(underWay)).toBe(endsAlways ? 'cancelled' : 'paid')
        if (endsAlways) expect(await paying.read(orderRef)).toMatchObject({ late: true, refunding: 100 })
        await sound()
      })
    else
      it('is over by the time, before the job has come; an attempt in flight goes on', async () => {
        const [ref, underWay] = [await make(), await make()]
        const { orderRef } = await paying.start(underWay, waits)
        await paying.settle(orderRef)
        paying.clock.now = new Date(Date.now() + 3_700_000)
        expect((await paying.start(ref, waits)).reason).toBe('INVALID_STATUS_TYPE')
        await Promise.all([expire(ref), expire(ref)])
        paying.clock.now = null
        expect(await state(ref)).toBe('expired')
        await paying.simulator.act(orderRef, { act: 'approve' })
        await paying.settle(orderRef)
        await expire(underWay)
        expect(await state(underWay)).toBe('paid')
        await sound()
      })

    if (takesTransfers)
      it.each<[LatePayment, object, object[]]>([
        ['accept', { net: 96.54, late_payment: 'accept' }, []],
        ['hold', { net: 0, late_payment: 'hold' }, []],
        ['refund', { net: 0, late_payment: 'refund', refunding: 100 }, []],
      ])('has its say about late money: %s', async (late, shown) => {
        const ref = await make({ late })
        const { orderRef } = await startFor(ref, 10_000n)
        await paying.settle(orderRef)
        // One kind is over with an attempt in flight, and another one is not.
        await paying.cancel(ref, orderRef)
        await paying.settle(orderRef)
        await over(ref)
        expect(await proved(orderRef)).toMatchObject({ status: 'Success', late: true, ...shown })
        expect(await state(ref)).toBe(end ? 'cancelled' : 'expired')
        await sound()
      })

    /** By what a page that lets the shopper choose would ask for: 100.00, which is every link's. */
    const startFor = (ref: string, amountMinor: bigint) =>
      ownTransaction(paying.testApp.serveParts, scope(), { requestId: 'test' }, (ctx) =>
        startAttempt(ctx, { kind: of.kind, ref }, transfer, amountMinor),
      )

    it('is locked before its payment, so that no two transactions can deadlock', async () => {
      const ref = await make()
      const { orderRef } = await paying.start(ref, waits)
      await paying.settle(orderRef)
      await paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
      const waiting = () =>
        paying.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      let ending = Promise.resolve()
      await ownTransaction(paying.testApp.serveParts, scope(), { requestId: 'test' }, async (ctx) => {
        await of.lock(ctx, ref)
        ending = paying.callBack(orderRef)
        await expect.poll(async () => (await waiting()).length).toBe(1)
        const free = await paying.sql(`select 1 from payments where order_ref = '${orderRef}' for update skip locked`)
        expect(free).toHaveLength(1)
      })
      await ending
      expect(await state(ref)).toBe('paid')
    })

    it('comes to one end when paying, ending and expiring meet', async () => {
      for (let round = 0; round < 3; round++) {
        const ref = await make()
        const { orderRef } = await paying.start(ref, waits)
        await paying.settle(orderRef)
        await paying.simulator.act(orderRef, { act: round === 1 ? 'decline' : 'approve', callbacks: 'never' })
        await Promise.all([
          paying.settle(orderRef),
          paying.callBack(orderRef),
          expire(ref),
          paying.start(ref, waits),
          paying.cancel(ref, orderRef),
        ])
        const payment = await paying.read(orderRef)
        expect((await state(ref)) === 'paid').toBe(payment.status === 'Success' && !payment.late)
        expect(await inFlight(ref)).toBeLessThanOrEqual(1)
      }
      expect(await paying.findings()).toEqual([])
    })

    const inFlight = async (ref: string) =>
      (
        await paying.sql(
          `select 1 as one from payments where merchant_id = $1 and payable_ref = '${ref}' and status in ('Initiated', 'Pending', 'Authorized')`,
        )
      ).length
  })

  return { paying: () => paying, proved }
}
