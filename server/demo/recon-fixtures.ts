import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chargesOf, termsOf } from '#server/providers/simulator/settlement/tariff.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { recordPast, type PastEffect } from '#server/providers/simulator/past.ts'
import { settlementAccount } from '#server/providers/simulator/settlement/credentials.ts'
import { bookAll, type Booked } from '#server/settlements/fixtures.ts'
import { openTestApp } from '#test/test-app.ts'
import { makeDue, reconParts } from './due.ts'
import { loadReconciliation } from './load-reconciliation.ts'
import { seedReconAgreed } from './recon-agreed.ts'

export const now = new Date('2026-11-20T08:00:00Z')
const dayMs = 86_400_000

/** The days ago from one to another. */
export const daysAgo = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => to + at)

/** Five payments of each day, one of which is refunded on the day on which a refund comes late. No amount is there twice within a week. */
const paidOf = (days: readonly number[]) =>
  days.flatMap((ago) =>
    [4_900, 7_999, 12_050, 15_300, 28_900].map((amount, nth) => ({
      key: `order-${ago}-${nth}`,
      at: new Date(now.getTime() - ago * dayMs - 7_200_000 + nth * 600_000),
      amount: amount + ago,
    })),
  )
const refunded = { key: 'order-17-0', at: new Date(now.getTime() - 15 * dayMs), amount: 1_000 }

function effectsOf(days: readonly number[], merchantAccount: string): PastEffect[] {
  const payments = paidOf(days).map(({ key, at, amount }) => ({
    key,
    ref: `pay_${key}`,
    at,
    amountMinor: BigInt(amount),
    currency: 'SGD',
    card: { brand: 'visa', masked: '4242' },
    merchantAccount,
    country: 'SG',
  }))
  const refund = { refund: 'r1', ref: 'ref_r1', paymentKey: refunded.key, amountMinor: BigInt(refunded.amount) }
  return [...payments, { ...refund, currency: 'SGD', at: refunded.at }]
}

function bookedOf(days: readonly number[]): Booked[] {
  const payments = paidOf(days).map(({ key, at, amount }): Booked => {
    const { feeMinor, taxMinor } = chargesOf(BigInt(amount), termsOf('payment', { method: 'CARD', currency: 'SGD' }), 0)
    return { ref: key, providerRef: `pay_${key}`, amount, fee: Number(feeMinor), tax: Number(taxMinor), currency: 'SGD', at: at.toISOString() } // prettier-ignore
  })
  return [...payments, { ref: 'r1', providerRef: 'ref_r1', type: 'refund', refunds: refunded.key, amount: refunded.amount, currency: 'SGD', at: refunded.at.toISOString() }] // prettier-ignore
}

/** The reconciliation of the demo, with payments of some days ago that were booked here and captured at the simulator. */
export async function openReconciled({ days, demoPayments }: { days: readonly number[]; demoPayments: number }) {
  const dir = await mkdtemp(join(tmpdir(), 'reconciliation-'))
  const testApp = await openTestApp({ DEMO: '1', DEMO_PAYMENTS: String(demoPayments), SIMULATOR_DIR: dir })
  const { merchantId, key } = await testApp.addMerchant({ slug: 'acme', logins: ['admin', 'recon-admin', 'recon-user'] }) // prettier-ignore
  await recordPast(dir, effectsOf(days, settlementAccount(key, 'sandbox')))
  const run = { ...testApp.serveParts, database: testApp.owner, now: () => now }
  await ownTransaction(run, { merchantId, environment: 'sandbox' }, { requestId: 'demo' }, async (ctx) => {
    for (const part of reconParts) await ctx.tx.query(makeDue(part), [merchantId, now])
    await bookAll(ctx, bookedOf(days))
    await seedReconAgreed(ctx)
  })
  await loadReconciliation(testApp.parts, { now, tellProvider: (effects) => recordPast(dir, effects) })
  return {
    testApp,
    dir,
    ask: <R extends object>(sql: string, values: unknown[] = []) =>
      testApp.owner.transaction(null, (tx) => tx.query<R>(sql, values)),
    async close() {
      await testApp.close()
      await rm(dir, { recursive: true })
    },
  }
}
