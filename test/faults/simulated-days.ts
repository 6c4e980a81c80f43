import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { closeAll } from '#server/demo/recon-closings.ts'
import { checkFees } from '#server/demo/recon-fees.ts'
import { seedReconAgreed } from '#server/demo/recon-agreed.ts'
import { workOutPairs } from '#server/demo/recon-runs.ts'
import { filesToLoad, loadSettled } from '#server/demo/reconciliation.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { recordPast, type PastEffect } from '#server/providers/simulator/past.ts'
import { filesOfPast } from '#server/providers/simulator/settlement/past-files.ts'
import { Flaw, type FlawKind } from '#server/providers/simulator/settlement/records.ts'
import { bookAll } from '#server/settlements/fixtures.ts'
import { verifyRecon } from '#server/settlements/verify.ts'
import { openTestApp } from '../test-app.ts'
import {
  bookedOf,
  booksOf,
  firstDay,
  paidAt,
  paymentsOf,
  refundedAt,
  refundMinor,
  type Payment,
} from './simulated-books.ts'

/** An outcome as it is looked at here. */
interface Said {
  side: 'a' | 'b'
  type: string
  status: string
  day: string
  gross: string
  merchant_ref: string
  provider_ref: string
  group_id: string
  strength: string
  why: string | null
}
export type SimulatedDays = Awaited<ReturnType<typeof openSimulatedDays>>

/**
 * Days of payments that the gateway has booked and the simulator has captured, with each of these faults every day on a payment of its own;
 * their files and the bank's are loaded and worked out.
 */
export async function openSimulatedDays({ days, faults }: { days: number; faults: readonly FlawKind[] }) {
  const dir = await mkdtemp(join(tmpdir(), 'simulated-days-'))
  const testApp = await openTestApp()
  const loads = openDatabase(testApp.parts.ownerUrl, { most: 1, statementMs: timeouts.loadStatementMs })
  const { merchantId } = await testApp.addMerchant({ logins: ['admin', 'recon-admin'] })
  const owner = { merchantId, environment: 'sandbox' as const }
  // When what comes two weeks later has come, too.
  const now = new Date(`${dayAfter(firstDay, days + 16)}T12:00:00Z`)
  const parts = { ...testApp.serveParts, database: testApp.owner, loads, now: () => now }
  const inOne = <T>(work: Parameters<typeof ownTransaction<T>>[3]) => ownTransaction(parts, owner, { requestId: 'test' }, work)
  const ask = <R extends object>(sql: string, values: unknown[] = []) => testApp.owner.transaction(null, (tx) => tx.query<R>(sql, values))

  const payments = paymentsOf(days, faults)
  await recordPast(dir, effectsOf(payments, faults, days))
  await ask(`delete from fee_plans where merchant_id = $1`, [merchantId])
  await ask(
    `insert into fee_plans (merchant_id, environment, channel_key, currency, percent_fee, minimum_fee_minor, flat_fee_minor, tax_percent)
     values ($1, 'sandbox', 'SIMULATOR', 'EUR', 2.9, 0, 30, 8)`,
    [merchantId],
  )
  await inOne((ctx) => bookAll(ctx, payments.flatMap(bookedOf)))
  await inOne(seedReconAgreed)
  const files = filesToLoad(await filesOfPast(dir, account, now), { payments: Infinity, from: firstDay })
  await inOne(async (ctx) => checkFees(ctx, await loadSettled(ctx, files)))
  await workOutPairs(parts, owner)

  const outcomes = (msmId: number) =>
    ask<Said>(
      `select side, type, status, day::text as day, trim_scale(gross)::text as gross, merchant_ref, provider_ref, group_id, suggested_strength as strength,
         evidence -> 'nearest' ->> 'why' as why
       from recon_outcomes where until_run = 2147483647 and msm_id = $1 order by side, key`,
      [msmId],
    )
  return {
    days,
    ask,
    outcomes,
    /** What was said of each fault's payments, and of the lines that belong to no payment, as often as it was said. */
    async said(): Promise<Record<string, Record<string, number>>> {
      const all = await outcomes(1)
      const ours = new Set(all.filter(({ side }) => side === 'a').map(({ group_id }) => group_id))
      const counts: Record<string, Record<string, number>> = {}
      for (const one of all) {
        if (one.side === 'b' && ours.has(one.group_id)) continue
        if (one.type === 'payout') continue
        const kind = payments.find((payment) => isAbout(payment, one))?.kind ?? 'nobody'
        const words = [one.side === 'a' ? 'payment' : 'line', one.status, one.strength, one.side === 'a' && one.why === 'other_currency' ? one.why : ''].filter((word) => word !== '').join(' ')
        const of = (counts[kind] ??= {})
        of[words] = (of[words] ?? 0) + 1
      }
      return counts
    },
    closeAll: () => inOne(closeAll),
    /** What the accounts of the ledger have, and what the files come to for each of them. */
    async books() {
      const rows = await ask<{ account: string; total: string }>(
        `select account || ' ' || currency as account, sum(amount_minor)::text as total from ledger_entries
         where account in ('bank:SIMULATOR', 'psp_receivable:SIMULATOR', 'provider_costs:SIMULATOR', 'recon_suspense') group by account, currency
         having sum(amount_minor) <> 0 order by 1`,
      )
      const texts = await Promise.all(files.filter(({ shape }) => shape === 'csv').map((file) => file.bytes()))
      return { books: Object.fromEntries(rows.map(({ account, total }) => [account, Number(total)])), files: booksOf(texts.map(String), payments) }
    },
    findings: async () => [...(await verifyRecon(testApp.owner, owner)), ...(await verifyLedger(testApp.owner, owner))],
    async close() {
      await loads.close()
      await testApp.close()
      await rm(dir, { recursive: true })
    },
  }
} // prettier-ignore

const account = 'days'

const effectsOf = (payments: readonly Payment[], faults: readonly FlawKind[], days: number): PastEffect[] => [
  ...payments.flatMap((payment): PastEffect[] => {
    const { key, amount, isRefunded } = payment
    const paid = { key, ref: `pay_${key}`, at: paidAt(payment), amountMinor: BigInt(amount), currency: 'EUR' }
    const refund = { refund: `r-${key}`, ref: `ref_${key}`, paymentKey: key, at: refundedAt(payment) }
    return [
      { ...paid, card: { brand: 'visa', masked: '4242' }, merchantAccount: account, country: 'DE' },
      ...(isRefunded ? [{ ...refund, amountMinor: BigInt(refundMinor), currency: 'EUR' }] : []),
    ]
  }),
  ...Array.from({ length: days }, (_, at) => dayAfter(firstDay, at)).flatMap((day) =>
    faults.map((kind) => ({
      flawOf: account,
      at: new Date(`${day}T00:00:00Z`),
      flaw: Flaw.parse({
        kind,
        day,
        reference: `${day}-${kind}`,
        shapes: [kind === 'payout_missing' ? 'camt' : 'csv'],
      }),
    })),
  ),
]

/** Whether an outcome is about a payment: by a reference, else by its amount, and costs by their day. */
function isAbout({ key, kind, day, amount }: Payment, said: Said): boolean {
  const hidden = createHash('sha256').update(`pay_${key}`).digest('hex').slice(0, 16)
  const names = [key, `order-${key}`, `pay_${key}`, `ref_${key}`, `pay_${hidden}`]
  if (said.type === 'fee') return kind === 'costs_added' && said.day === day
  if (said.merchant_ref !== '' || said.provider_ref !== '')
    return names.includes(said.merchant_ref) || names.includes(said.provider_ref)
  return Math.round(Number(said.gross) * 100) === amount
}
