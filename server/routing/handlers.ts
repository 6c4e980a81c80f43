import type * as contract from '#contract/routing.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { failoverDetails } from './failover-details.ts'
import { createRule, deleteRule, listRules, listVersions, makeDefault, moveRule, updateRule } from './rules.ts'
import { tryPayment } from './try.ts'

export const handlers: Handlers<typeof contract> = {
  listRoutes: async (ctx) => ({ data: await listRules(ctx) }),

  createRoute: (ctx, { body }) => createRule(ctx, body),

  updateRoute: (ctx, { path, body }) => updateRule(ctx, path.routing_ref, body),

  async deleteRoute(ctx, { path, body }) {
    await deleteRule(ctx, path.routing_ref, body)
    return undefined
  },

  makeRouteDefault: (ctx, { path, body }) => makeDefault(ctx, path.routing_ref, body),

  moveRoute: (ctx, { path, body }) => moveRule(ctx, path.routing_ref, body),

  listRouteVersions: (ctx, { path }) => listVersions(ctx, path.routing_ref),

  tryRoute: (ctx, { body }) => tryPayment(ctx, body),

  readFailover: (ctx, { path }) => failoverDetails(ctx, path.ref),
}
