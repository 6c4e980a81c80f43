import type * as contract from '#contract/backtests.ts'
import type { Domain } from '#server/kit/domain.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { runBacktest } from './backtest-job.ts'
import { beginBacktest, readBacktest } from './backtests.ts'

const handlers: Handlers<typeof contract> = {
  beginBacktest: (ctx, { body }) => beginBacktest(ctx, body),
  readBacktest: (ctx, { query }) => readBacktest(ctx, query.routing_ref),
}

export const backtests = { handlers, jobs: [runBacktest] } satisfies Domain
