import type * as contract from '#contract/recon-switches.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'

export const handlers: Handlers<typeof contract> = {
  async readReconSwitches(ctx) {
    const switches = await kept(ctx)
    const isOnboarded = ctx.user?.flags.onboarded ?? false
    const { reports_enabled, dashboard_enabled, analytics_enabled, settlements_close_themselves } = switches
    return {
      reports_enabled: isOnboarded && reports_enabled,
      dashboard_enabled: isOnboarded && dashboard_enabled,
      analytics_enabled: isOnboarded && analytics_enabled,
      settlements_close_themselves: isOnboarded && settlements_close_themselves,
    }
  },

  async saveReconSwitches(ctx, { body }) {
    const before = await kept(ctx)
    const { environment: _, ...wished } = body
    const after = { ...before, ...Object.fromEntries(Object.entries(wished).filter(([, on]) => on !== undefined)) }
    await ctx.own
      .update('merchants')
      .set({
        recon_reports_enabled: after.reports_enabled,
        recon_dashboard_enabled: after.dashboard_enabled,
        recon_analytics_enabled: after.analytics_enabled,
        recon_closes_settlements: after.settlements_close_themselves,
      })
      .execute()
    ctx.auditSubject(ctx.owner.merchantId, changesFrom(before, after))
    return after
  },
}

const kept = (ctx: Ctx) =>
  ctx.own
    .select('merchants')
    .select([
      'recon_reports_enabled as reports_enabled',
      'recon_dashboard_enabled as dashboard_enabled',
      'recon_analytics_enabled as analytics_enabled',
      'recon_closes_settlements as settlements_close_themselves',
    ])
    .executeTakeFirstOrThrow()
