import type * as contract from '#contract/remittance-summary.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { summarise, summariseBy } from './summary.ts'

export const summaryHandlers: Handlers<typeof contract> = {
  summariseRemittances: (ctx, { body }) => summarise(ctx, body),
  summariseRemittancesBy: (ctx, { body }) => summariseBy(ctx, body),
}
