import type * as contract from '#contract/deposits.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { askDeposit, decideDeposit, enterDeposit } from './decide.ts'
import { depositOf, listDeposits } from './deposit-queries.ts'

export const depositHandlers: Handlers<typeof contract> = {
  listDeposits: (ctx, { body }) => listDeposits(ctx, body),

  async enterDeposit(ctx, { body }) {
    const depositId = await enterDeposit(ctx, body)
    ctx.auditSubject(depositId)
    return depositOf(ctx, depositId)
  },

  async askDeposit(ctx, { path, body }) {
    await askDeposit(ctx, path.deposit, body)
    return depositOf(ctx, path.deposit)
  },

  async decideDeposit(ctx, { path, body }) {
    await decideDeposit(ctx, path.deposit, body)
    return depositOf(ctx, path.deposit)
  },
}
