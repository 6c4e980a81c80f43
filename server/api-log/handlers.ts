import type * as contract from '#contract/api-log.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listApiCalls } from './list.ts'

export const handlers: Handlers<typeof contract> = {
  listApiCalls: (ctx, { body }) => listApiCalls(ctx, body),
}
