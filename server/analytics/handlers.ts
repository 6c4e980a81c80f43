import type * as contract from '#contract/analytics.ts'
import type { Question } from '#contract/analytics-questions.ts'
import { environments } from '#contract/kit/wire.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { funnelOf } from '#server/payment-links/funnel.ts'
import { newestPayments } from '#server/payments/list.ts'
import { askedOf, stretchOf } from './asked.ts'
import type { Asked } from '#server/rollups/asked.ts'
import { breakdownOf, declinesOf } from './breakdown.ts'
import { feesOf, lateOf, refundsOf } from './fees.ts'
import { byStatus, seasonality, sharesOf, statsOf, statusOverTime, volumeOverTime } from './charts.ts'
import { monitoringOf } from './monitoring.ts'
import type { Stretch } from '#server/rollups/pieces.ts'

export const handlers: Handlers<typeof contract> = {
  async readNetTransactions(ctx, question) {
    const { asked, stretch, compared } = await meant(ctx, question)
    const [txn_stats, before] = await Promise.all([
      statsOf(ctx, asked, stretch),
      compared ? statsOf(ctx, asked, compared) : [],
    ])
    return { txn_stats, compared: before }
  },

  async readModes(ctx, { path, body }) {
    const stretch = stretchOf(body.time_filter, 'time_filter')
    // Row-level security lets the merchant's own row through: the other mode of this merchant may be entered.
    await merchantOf(ctx)
    const modes = []
    for (const mode of environments) {
      const inMode = await ctx.enter({ merchantId: ctx.owner.merchantId, environment: mode })
      const asked = await askedOf(inMode, { ...body, of: path.id }, [stretch])
      modes.push({ mode, txn_stats: await statsOf(inMode, asked, stretch) })
    }
    await ctx.enter(ctx.owner)
    return { modes }
  },

  async readLatestTransactions(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    const transactions = await newestPayments(ctx, {
      merchants: [...asked.kept, ...asked.unkept],
      currency: asked.currency,
      ...stretch,
    })
    return { transactions }
  },

  async readTransactionBars(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    const { rows, ...bars } = await volumeOverTime(ctx, asked, stretch, question.body.period)
    return { chartData: rows, ...bars }
  },

  async readTransactionStatus(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    return { txn_status: await byStatus(ctx, asked, stretch) }
  },

  readTransactionPies: pies,
  readPieCharts: pies,

  async readVolumeGraph(ctx, question) {
    const { asked, stretch, compared } = await meant(ctx, question)
    const [now, before] = await Promise.all([
      volumeOverTime(ctx, asked, stretch, question.body.period),
      compared ? volumeOverTime(ctx, asked, compared, question.body.period) : null,
    ])
    const graph = ({ rows, ...bars }: typeof now) => ({ txnVolume: rows, ...bars })
    return { ...graph(now), compared: before && graph(before) }
  },

  async readVolumeSeasonality(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    return { txnSeasonality: await seasonality(ctx, asked, stretch) }
  },

  async readStatusStacks(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    const { rows, ...bars } = await statusOverTime(ctx, asked, stretch, question.body.period)
    return { chartData: rows, ...bars }
  },

  async readBreakdown(ctx, question) {
    const { asked, stretch, compared } = await meant(ctx, question, 'traits')
    const [now, before] = await Promise.all([
      breakdownOf(ctx, asked, stretch, question.body),
      compared ? breakdownOf(ctx, asked, compared, question.body) : null,
    ])
    const country_of = ctx.services.countryOf ? ('address' as const) : ('payable' as const)
    return { ...now, compared: before?.rows ?? [], country_of }
  },

  async readDeclines(ctx, question) {
    const { asked, stretch } = await meant(ctx, question, 'traits')
    return { declines: await declinesOf(ctx, asked, stretch) }
  },

  async readFees(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    return { fees: await feesOf(ctx, asked, stretch) }
  },

  async readRefundReasons(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    const [refunds, late] = await Promise.all([refundsOf(ctx, asked, stretch), lateOf(ctx, asked, stretch)])
    return { refunds, late }
  },

  async readLinkFunnel(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    return { funnel: await funnelOf(ctx, { ...asked, merchants: [...asked.kept, ...asked.unkept] }, stretch) }
  },

  readMonitoring: (ctx, { path }) => monitoringOf(ctx, path.id),
}

async function pies(ctx: Ctx, question: Asking) {
  const { asked, stretch } = await meant(ctx, question)
  return sharesOf(ctx, asked, stretch)
}

interface Asking {
  path: { id: string }
  body: Question & { compare_filter?: Stretch | undefined }
}
/** Resolves a question: the merchants, and the stretches of time. */
async function meant(
  ctx: Ctx,
  { path, body }: Asking,
  sums: 'all' | 'traits' = 'all',
): Promise<{ asked: Asked; stretch: Stretch; compared: Stretch | null }> {
  const stretch = stretchOf(body.time_filter, 'time_filter')
  const compared = body.compare_filter ? stretchOf(body.compare_filter, 'compare_filter') : null
  const asked = await askedOf(ctx, { ...body, of: path.id }, compared ? [stretch, compared] : [stretch], sums)
  return { asked, stretch, compared }
}
