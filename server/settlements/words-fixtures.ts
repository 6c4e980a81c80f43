import { rateOf } from '#contract/exchange-rates.ts'
import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { cut } from '#server/remittances/cut.ts'
import { lockRemittance } from '#server/remittances/rows.ts'
import { applySettledWord } from '#server/remittances/settled.ts'
import { findTerms } from '#server/remittances/terms.ts'
import { verifyRemittances } from '#server/remittances/verify.ts'
import { reopen } from './close.ts'
import { closing, line, paidOut } from './closing-fixtures.ts'
import { openSettling, type WorkingOut } from './fixtures.ts'

const sold = new Date('2026-10-01T10:00:00Z')

/**
 * A merchant in Korea who sells in euro by a channel whose provider tells of settlements by a word and by a file: of 100.00 its fee is 2.30,
 * which was booked, and of 50.00 it is 1.30. A day is a period.
 */
export async function openWithWords(app: WorkingOut, { file = '146.40' } = {}) {
  const pair = await openSettling(app)
  const { owner, sql, transaction } = pair
  await sql(
    `update merchants set cross_border_enabled = true, currency = 'KRW', time_zone = 'Asia/Seoul' where merchant_id = $1`,
  )
  await pair.book([
    { ref: '1', amount: 10_000, fee: 230, at: sold.toISOString() },
    { ref: '2', amount: 5_000, fee: 130, at: sold.toISOString() },
  ])
  await sql(`update payments set remit_status = 'UNSETTLED' where merchant_id = $1`)
  await sql(
    `insert into remittance_terms (merchant_id, environment, version, destination_currency, channel_key, every, weekday, month_day, markup_percent,
       tolerance_percent, transfer_fee_minor, minimum_minor, withholding, reserve_kind, reserve_percent, reserve_days, reserve_target_minor, made_by, created_at)
     values ($1, 'sandbox', 1, 'KRW', 'SIMULATOR', 'day', 1, 0, 0, 1, 0, 0, '{}', 'none', 0, 0, 0, 'Operator', now())`,
  )
  const second = file === '146.40' ? '48.70' : '48.20'
  await pair.load(
    'b',
    theirs(
      line('B1', { ref: '1', gross: '100.00', fee: '2.30', net: '97.70' }),
      line('B1', { ref: '2', gross: '50.00', fee: file === '146.40' ? '1.30' : '1.80', net: second }),
      paidOut('B1', `-${file}`),
    ),
  )
  await pair.run()
  return {
    ...pair,
    close: () => closing(pair, 'B1', { isByTwo: true }),
    async reopen() {
      const [settlement] = await pair.settlements()
      await transaction((ctx) => reopen(ctx, settlement?.settlement_id ?? ''))
    },
    /** A word about both payments, or one of them. Returns what was not expected. */
    word: (providerRef: string, refs: readonly string[] = ['1', '2']) =>
      transaction((ctx) =>
        applySettledWord(ctx, {
          channelKey: 'SIMULATOR',
          providerRef,
          currency: 'EUR',
          settledOn: '2026-10-02',
          lines: refs.map((ref) => ({
            kind: 'payment', ref, grossMinor: ref === '1' ? 10_000n : 5_000n, netMinor: ref === '1' ? 9_770n : 4_870n,
          })), // prettier-ignore
        }),
      ),
    /** Cuts what waits now, at one dollar for a euro. */
    cut: () =>
      transaction(async (given) => {
        const ctx = given.with({ now: new Date(given.now.getTime() + 1_000) })
        const terms = await findTerms(ctx)
        const rate = rateOf('1')
        if (!terms || rate === null) throw new Error('no terms')
        const [row] = await ctx.tx.query<{ settlement_ref: string }>(
          `select settlement_ref from remittances where merchant_id = $1 and environment = $2 and status = 'Open'`,
          [owner.merchantId, owner.environment],
        )
        const open = await lockRemittance(ctx, row?.settlement_ref ?? '')
        if (!open) throw new Error('nothing is open')
        const source = { rate, quoteRef: '', of: 'test', at: ctx.now, expiresAt: null }
        return cut(ctx, { ...open, ended_at: ctx.now }, terms, { source, destination: rate })
      }),
    states: async () => {
      const rows = await sql<{ state: string; settled: boolean }>(
        `select remit_status as state, psp_settled_at is not null as settled from payments where merchant_id = $1 order by order_ref`,
      )
      return rows.map(({ state, settled }) => `${state}${settled ? '' : ' open'}`)
    },
    adjustments: () =>
      sql<{ amount: string; reason: string }>(
        `select amount_minor::text as amount, reason from remittance_adjustments where merchant_id = $1 order by created_at, adjustment_id`,
      ),
    findings: async () => [
      ...(await pair.findings()),
      ...(await pair.ledgerFindings()),
      ...(await verifyRemittances(app.testApp.owner, owner)),
    ],
  }
}
