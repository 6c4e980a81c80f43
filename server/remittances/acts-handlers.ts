import { Fault } from '#contract/faults.ts'
import * as contract from '#contract/remittance-acts.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { acceptRate, cutNow, releaseNow, retry } from './acts.ts'
import { settleNow } from './settle-now.ts'
import { shownRemittance } from './show.ts'

export const actsHandlers: Handlers<typeof contract> = {
  async acceptRemittanceRate(ctx, { path, body }) {
    await acceptRate(ctx, path.settlement_ref, body.rate)
    return shownRemittance(ctx, path.settlement_ref)
  },
  async retryRemittance(ctx, { path }) {
    await retry(ctx, path.settlement_ref)
    return shownRemittance(ctx, path.settlement_ref)
  },
  hurryRemittances: prepared(contract.hurryRemittances, {
    prepare: async (before, { body }) => (body.act === 'settle' ? settleNow(before) : 0),
    async handle(ctx, { body: { act } }, _http, settled) {
      if (ctx.owner.environment !== 'sandbox') throw new Fault('wrongState', { why: 'only in test mode' })
      const done = act === 'cut' ? await cutNow(ctx) : act === 'release' ? await releaseNow(ctx) : settled
      ctx.auditSubject('*', madeAs({ act, done }))
      return { done }
    },
  }),
}
