import type * as contract from '#contract/rollouts.ts'
import type { Domain } from '#server/kit/domain.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { compareRollout } from './rollout-job.ts'
import { beginRollout, completeRollout, readRollout, takeBackRollout } from './rollouts.ts'

const handlers: Handlers<typeof contract> = {
  beginRollout: (ctx, { body }) => beginRollout(ctx, body),
  readRollout: (ctx, { query }) => readRollout(ctx, query.routing_ref),
  takeBackRollout: (ctx, { body }) => takeBackRollout(ctx, body),
  completeRollout: (ctx, { body }) => completeRollout(ctx, body),
}

export const rollouts = { handlers, jobs: [compareRollout] } satisfies Domain
