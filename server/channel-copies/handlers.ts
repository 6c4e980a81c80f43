import type * as contract from '#contract/channel-copies.ts'
import { Fault } from '#contract/faults.ts'
import { lockChannels } from '#server/channels/connections.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { lockRules } from '#server/routing/rules.ts'
import { applyPlan } from './apply.ts'
import { planCopy, shownPlan, type Plan } from './difference.ts'
import { readSides } from './sides.ts'

export const handlers: Handlers<typeof contract> = {
  readCopy: async (ctx) => shownPlan(await planFor(ctx)),

  async copyToLive(ctx, { body }) {
    expectLive(ctx)
    await lockChannels(ctx)
    await lockRules(ctx)
    const plan = await planFor(ctx)
    if (plan.digest !== body.digest) throw new Fault('changedMeanwhile')
    await applyPlan(ctx, plan)
    ctx.auditSubject('')
    return shownPlan(plan)
  },
}

async function planFor(ctx: Ctx): Promise<Plan> {
  const { providers, simulatedLive } = ctx.services
  return planCopy(await readSides(ctx), {
    supports: (provider) => providers.includes(provider),
    simulates: (provider) => provider === 'simulator' && !simulatedLive,
  })
}

/** A session of live mode alone changes live mode. */
function expectLive({ owner }: Ctx): void {
  if (owner.environment !== 'live') throw new Fault('wrongState', { why: 'test mode' })
}
