import type * as contract from '#contract/payout-rules.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { backtest } from './backtest.ts'
import { decideRules, saveRules } from './change.ts'
import { checkRules } from './check-rules.ts'
import { peopleOf } from './people.ts'
import { rulesShown } from './shown.ts'
import { simulate } from './simulate.ts'

export const handlers: Handlers<typeof contract> = {
  readPayoutRules: (ctx) => rulesShown(ctx),

  async savePayoutRules(ctx, { body }) {
    await saveRules(ctx, body)
    return rulesShown(ctx)
  },

  async decidePayoutRules(ctx, { body }) {
    await decideRules(ctx, body)
    return rulesShown(ctx)
  },

  simulatePayoutRules: (ctx, { body }) => simulate(ctx, body),

  async backtestPayoutRules(ctx, { body }) {
    return backtest(ctx, checkRules(body, await peopleOf(ctx)))
  },
}
