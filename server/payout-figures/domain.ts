import type * as contract from '#contract/payout-figures.ts'
import type { Domain } from '#server/kit/domain.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { readPayoutFigures } from './figures.ts'
import { rollUpPayouts } from './roll-up.ts'

const handlers: Handlers<typeof contract> = {
  readPayoutFigures: (ctx, { query }) => readPayoutFigures(ctx, query.days ?? 30),
}

export const payoutFigures = { handlers, jobs: [rollUpPayouts] } satisfies Domain
