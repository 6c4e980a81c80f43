import type * as contract from '#contract/remittance-dashboard.ts'
import { askedOf, stretchOf } from '#server/analytics/asked.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import type { Input } from '#contract/kit/call.ts'
import { slicesOf, stacksOf, tilesOf } from './dashboard.ts'

export const remittanceDashboardHandlers: Handlers<typeof contract> = {
  async readSalesAbroad(ctx, question) {
    const { asked, stretch, compared } = await meant(ctx, question)
    return tilesOf(ctx, asked, stretch, compared)
  },
  async readSalesAbroadPies(ctx, question) {
    const { asked, stretch } = await meant(ctx, question, question.body.groupby === 'countries' ? 'traits' : 'all')
    return slicesOf(ctx, asked, stretch, question.body.groupby)
  },
  async readSalesAbroadStacks(ctx, question) {
    const { asked, stretch } = await meant(ctx, question)
    return stacksOf(ctx, asked, stretch, question.body.period)
  },
}

type Question = Pick<Input<typeof contract.readSalesAbroad>, 'path' | 'body'>
async function meant(ctx: Ctx, { path, body }: Question, sums: 'all' | 'traits' = 'all') {
  const stretch = stretchOf(body.time_filter, 'time_filter')
  const compared = body.compare_filter ? stretchOf(body.compare_filter, 'compare_filter') : null
  const stretches = compared ? [stretch, compared] : [stretch]
  return { asked: await askedOf(ctx, { ...body, of: path.key }, stretches, sums), stretch, compared }
}
