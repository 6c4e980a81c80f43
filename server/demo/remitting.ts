import { rateOf, rateText } from '#contract/exchange-rates.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import type { Job, JobData } from '#server/kit/jobs/jobs.ts'
import type { Provider } from '#server/providers/provider.ts'
import type { KnownRemittance, Remittances } from '#server/providers/remittances.ts'
import { bankReasons, type BankReason } from '#server/providers/simulator/bank/manners.ts'
import { declines } from '#server/providers/simulator/bank/adapter.ts'
import type { PastRemittanceEffect } from '#server/providers/simulator/remittance/past.ts'
import { rateOfDay } from '#server/providers/simulator/remittance/rates.ts'
import { standardSeed } from '#server/providers/simulator/settlement/settlement.ts'
import { applyRemittanceOutcome } from '#server/remittances/outcomes.ts'
import { findRemittance } from '#server/remittances/rows.ts'
import { keyOf } from '#server/remittances/sending.ts'

/** The provider as it was in the past: it quotes at the rates of its days, takes what it is sent, and is told nothing. */
export interface PastProvider {
  /** What the simulator has to know of it. */
  told: PastRemittanceEffect[]
  /** The next quote is so many thousandths worse than the rate of its day. */
  fallsBy: bigint
  /** Does the work of a job at the time of a context, in its transaction. */
  run<D extends JobData>(ctx: Ctx, declared: Job<D>, data: object): Promise<void>
  /** Says what became of a settlement that was sent. */
  end(ctx: Ctx, settlementRef: string, end: RemittanceEnd): Promise<void>
}
interface RemittanceEnd {
  kind: 'paid' | 'failed' | 'returned'
  reason?: BankReason
  /** Thousandths that a bank has kept of what comes back. */
  kept?: bigint
}

/** `databases` stand in where a job would read long or copy rows, which none of these does. */
export function pastProvider(databases: { exports: Database; loads: Database }): PastProvider {
  let now = new Date(0)
  let quotes = 0
  const remittances: Remittances = {
    quote({ from, to }) {
      const rate = rateOf(rateOfDay(from, to, { day: now.toISOString().slice(0, 10), seed: standardSeed }))
      if (rate === null) return Promise.resolve({ kind: 'silent', why: 'no rate' })
      const reference = rateText((rate * (1_000n - past.fallsBy)) / 1_000n)
      const expiresAt = new Date(now.getTime() + 1_800_000)
      return Promise.resolve({ kind: 'quoted', quoteRef: `qt_past_${++quotes}`, reference, at: now, expiresAt })
    },
    send({ key, from, to, account, purpose }) {
      const { type, country, holder, number, bankCode } = account
      past.told.push({
        remittance: key,
        at: now,
        from,
        to,
        payee: { type, country, holder, number: type === 'CARD' ? number.slice(-4) : number, bank_code: bankCode },
        purpose,
      })
      return Promise.resolve({ kind: 'pending', providerRef: `re_${key}`, amountMinor: to.amountMinor })
    },
    status: () => Promise.resolve({ kind: 'unknown', why: 'nobody asks the past' }),
  }
  const past: PastProvider = {
    told: [],
    fallsBy: 0n,
    async run(ctx, declared, data) {
      if (declared.kind !== 'effect') throw new Error(`${declared.name} asks no provider`)
      now = ctx.now
      const services = { ...ctx.services, provider: () => ({ remittances }) as Provider }
      const { signal } = new AbortController()
      await declared.run(
        {
          ...databases,
          services,
          signal,
          now: () => ctx.now,
          transaction: (work) => work(ctx),
          long: (work) => work(ctx),
        },
        declared.data.parse({ ...ctx.owner, ...data }),
      )
    },
    async end(ctx, settlementRef, end) {
      const row = await findRemittance(ctx, settlementRef)
      const sentMinor = row?.returned_dc ?? row?.net_amount_transferred_dc
      if (!row || !sentMinor) throw new Error(`${settlementRef} was not sent`)
      const [key, reason] = [keyOf(row), end.reason ?? 'account_closed']
      const returnedMinor = sentMinor - (sentMinor * (end.kept ?? 0n)) / 1_000n
      past.told.push({
        remitted: key,
        at: ctx.now,
        status: end.kind,
        ...(end.kind !== 'paid' && { reason }),
        ...(end.kind === 'returned' && { returnedMinor }),
      })
      const why = { reason: declines[reason], providerText: bankReasons[reason] }
      const outcomes = {
        paid: { kind: 'paid', amountMinor: sentMinor },
        failed: { kind: 'failed', ...why },
        returned: { kind: 'returned', amountMinor: sentMinor, returnedMinor, ...why },
      } as const
      const outcome: KnownRemittance = { ...outcomes[end.kind], providerRef: `re_${key}` }
      await applyRemittanceOutcome(ctx, settlementRef, row.attempts, outcome, ctx.now)
    },
  }
  return past
}
