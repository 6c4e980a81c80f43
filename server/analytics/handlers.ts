import type * as contract from '#contract/analytics.ts'
import type { Question } from '#contract/analytics.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { newestPayments } from '#server/payments/list.ts'
import { askedOf, stretchOf } from './asked.ts'
import type { Asked } from '#server/rollups/asked.ts'
import { byStatus, seasonality, sharesOf, statsOf, statusOverTime, volumeOverTime } from './charts.ts'
import type { Stretch } from '#server/rollups/pieces.ts'

export const handlers: Handlers<typeof contract> = {
  async readNetTransactions(ctx, { body }) {
    const { asked, stretch, compared } = await meant(ctx, body)
    const [txn_stats, before] = await Promise.all([
      statsOf(ctx, asked, stretch),
      compared ? statsOf(ctx, asked, compared) : [],
    ])
    return { txn_stats, compared: before }
  },

  async readLatestTransactions(ctx, { body }) {
    const { asked, stretch } = await meant(ctx, body)
    const transactions = await newestPayments(ctx, {
      merchants: [...asked.kept, ...asked.unkept],
      currency: asked.currency,
      ...stretch,
    })
    return { transactions }
  },

  async readTransactionBars(ctx, { body }) {
    const { asked, stretch } = await meant(ctx, body)
    const { rows, ...bars } = await volumeOverTime(ctx, asked, stretch, body.period)
    return { chartData: rows, ...bars }
  },

  async readTransactionStatus(ctx, { body }) {
    const { asked, stretch } = await meant(ctx, body)
    return { txn_status: await byStatus(ctx, asked, stretch) }
  },

  readTransactionPies: (ctx, { body }) => pies(ctx, body),
  readPieCharts: (ctx, { body }) => pies(ctx, body),

  async readVolumeGraph(ctx, { body }) {
    const { asked, stretch, compared } = await meant(ctx, body)
    const [now, before] = await Promise.all([
      volumeOverTime(ctx, asked, stretch, body.period),
      compared ? volumeOverTime(ctx, asked, compared, body.period) : null,
    ])
    const graph = ({ rows, ...bars }: typeof now) => ({ txnVolume: rows, ...bars })
    return { ...graph(now), compared: before && graph(before) }
  },

  async readVolumeSeasonality(ctx, { body }) {
    const { asked, stretch } = await meant(ctx, body)
    return { txnSeasonality: await seasonality(ctx, asked, stretch) }
  },

  async readStatusStacks(ctx, { body }) {
    const { asked, stretch } = await meant(ctx, body)
    const { rows, ...bars } = await statusOverTime(ctx, asked, stretch, body.period)
    return { chartData: rows, ...bars }
  },
}

async function pies(ctx: Ctx, body: Question) {
  const { asked, stretch } = await meant(ctx, body)
  return sharesOf(ctx, asked, stretch)
}

/** Resolves a question: the merchants, and the stretches of time. */
async function meant(
  ctx: Ctx,
  body: Question & { compare_filter?: Stretch | undefined },
): Promise<{ asked: Asked; stretch: Stretch; compared: Stretch | null }> {
  const stretch = stretchOf(body.time_filter, 'time_filter')
  const compared = body.compare_filter ? stretchOf(body.compare_filter, 'compare_filter') : null
  const asked = await askedOf(ctx, body, compared ? [stretch, compared] : [stretch])
  return { asked, stretch, compared }
}
