import { expect } from 'vitest'
import type { Currency } from '#contract/kit/money.ts'
import type { Refund, RefundsOfPayment } from '#contract/refunds.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { secretKey } from '#server/providers/simulator/fixtures.ts'
import { callbackSecret, signatureHeader, signCallback } from '#server/providers/simulator/signature.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { settleRefund } from './jobs.ts'

/** For tests: paid payments and their refunds, with jobs that a test runs by hand. */
export interface Refunding {
  paying: Paying
  session: TestSession
  /** A payment of 100 that succeeded, by a card of the simulator. */
  paid(card?: string, wish?: { currency?: Currency; late_payment?: string; country?: string }): Promise<string>
  /** A payment of 100 whose money came after its link had expired. */
  paidLate(late_payment: 'accept' | 'hold' | 'refund'): Promise<string>
  ask(orderRef: string, body?: object, key?: string | null): Promise<Answer>
  /** Requests a refund, expects it to be accepted, and returns its reference. */
  refund(orderRef: string, body?: object): Promise<string>
  /** Runs the job of a refund once. */
  settle(refundId: string): Promise<void>
  /** Sends a signed call-back with the refund's state to the provider call-back route. */
  callBack(refundId: string, status?: 'succeeded' | 'declined' | 'pending', eventId?: string): Promise<number>
  setStatus(refundId: string, status: string, changes?: object): Promise<Answer>
  read(orderRef: string): Promise<RefundsOfPayment>
  /** The ledger's lines about a refund, by kind of transfer and account. */
  lines(refundId: string): Promise<Record<string, string>>
  /** The refunds of a payment in the simulated provider's own file. */
  witnessed(orderRef: string): Promise<{ key: string; amount: string; status: string }[]>
  findings(): Promise<unknown[]>
  close(): Promise<void>
}

export async function openRefunding(): Promise<Refunding> {
  const paying = await openPaying()
  const { testApp, merchant } = paying
  const session = await testApp.signIn(merchant)
  const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const contentOf = <T>(answer: Answer) => answer.body.content as unknown as T
  const refunding: Refunding = {
    paying,
    session,
    async paid(card = '4242424242424242', wish = {}) {
      const link = await paying.link(wish)
      const { orderRef, text } = await paying.start(link, { token: await paying.simulator.token(card) })
      if (!orderRef) throw new Error(text)
      await paying.settle(orderRef)
      const { status } = await paying.read(orderRef)
      if (status !== 'Success') throw new Error(`the payment is ${status}`)
      return orderRef
    },
    async paidLate(late_payment) {
      const link = await paying.link({ late_payment })
      const { orderRef } = await paying.start(link, { token: await paying.simulator.token('4000000000005019') })
      await paying.settle(orderRef)
      await paying.sql(`update payment_links set status = 'expired' where merchant_id = $1 and link_ref = '${link}'`)
      await expect
        .poll(
          async () => {
            await paying.settle(orderRef)
            return (await paying.read(orderRef)).status
          },
          { timeout: 10_000 },
        )
        .toBe('Success')
      return orderRef
    },
    ask: (orderRef, body = {}, key = crypto.randomUUID()) =>
      testApp.call(
        session,
        'POST',
        `/api/refund/createRefund/${orderRef}`,
        { type: 'full', currency: 'SGD', reason: 'customer request', ...body },
        key === null ? {} : { 'idempotency-key': key },
      ),
    async refund(orderRef, body) {
      const answer = await refunding.ask(orderRef, body)
      if (answer.status !== 200) throw new Error(answer.text)
      return contentOf<Refund>(answer).refund_id
    },
    settle: (refundId) =>
      runJob(settleRefund as never, { ...scope, refundId, asks: 0 }, testApp.serveParts, new AbortController().signal),
    async callBack(refundId, status = 'succeeded', eventId = crypto.randomUUID()) {
      const [row] = await paying.sql<{ order_ref: string; amount_minor: bigint; currency: string }>(
        `select order_ref, amount_minor, currency from refunds where merchant_id = $1 and refund_id = '${refundId}'`,
      )
      const payment = {
        kind: 'refund',
        key: refundId,
        ref: `sim_${refundId}`,
        payment_key: row?.order_ref,
        status,
        amount_minor: String(row?.amount_minor),
        currency: row?.currency,
        decline: status === 'declined' ? { code: 'refund_declined', message: 'The bank refused the refund.' } : null,
        card: null,
      }
      const now = paying.clock.now ?? new Date()
      const body = JSON.stringify({
        id: eventId,
        type: `refund.${status}`,
        key: refundId,
        at: now.toISOString(),
        payment,
      })
      const headers = {
        'content-type': 'application/json',
        [signatureHeader]: signCallback({ secret: callbackSecret(secretKey), at: now, body }),
      }
      const path = `/api/callbacks/SIMULATOR/${merchant.key}/sandbox`
      return (await testApp.call(null, 'POST', path, body, headers)).status
    },
    setStatus(refundId, status, changes = {}) {
      const signature = sign({ client_key: merchant.key, refund_id: refundId, status }, session.signingKey)
      const body = { status, refund_id: refundId, reason: 'bank statement of today', signature, ...changes }
      return testApp.call(session, 'PUT', '/merchants/refund/status', body)
    },
    read: async (orderRef) =>
      contentOf(await testApp.call(session, 'GET', `/api/refund/getDataByTransaction/${orderRef}`)),
    async lines(refundId) {
      const rows = await paying.sql<{ kind: string; account: string; amount_minor: bigint }>(
        `select t.kind, e.account, e.amount_minor from ledger_transfers t join ledger_entries e using (merchant_id, environment, transfer_id)
         where merchant_id = $1 and t.object_ref = '${refundId}'`,
      )
      return Object.fromEntries(
        rows.map(({ kind, account, amount_minor }) => [`${kind} ${account}`, String(amount_minor)]),
      )
    },
    async witnessed(orderRef) {
      const { json } = await paying.simulator.call('/v1/witness?from=1')
      const { effects } = json as { effects: Record<string, string>[] }
      const ends = new Map(
        effects.flatMap((effect) => (effect['type'] === 'settlement' ? [[effect['key'], effect['status']]] : [])),
      )
      return effects
        .filter((effect) => effect['type'] === 'refund' && effect['payment_key'] === orderRef)
        .map(({ key = '', amount_minor = '', status = '' }) => ({
          key,
          amount: amount_minor,
          status: ends.get(key) ?? status,
        }))
    },
    findings: () => paying.findings(),
    close: () => paying.close(),
  }
  return refunding
}
