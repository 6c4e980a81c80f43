import { Fault } from '#contract/faults.ts'
import { recordedAmount } from '#contract/kit/money.ts'
import type * as contract from '#contract/payout-limits.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { releasePayouts } from '#server/payout-store/release-job.ts'
import { listLimits, lockSettings, readSettings, replaceLimits, type Limit } from './limit-rows.ts'
import { checkedLimits, namesOf } from './subjects.ts'

export const handlers: Handlers<typeof contract> = {
  readPayoutLimits: (ctx) => shown(ctx),

  async savePayoutLimits(ctx, { body }) {
    const wanted = await checkedLimits(ctx, body.limits)
    const { version } = await lockSettings(ctx)
    if (version !== body.version) throw new Fault('changedMeanwhile')
    const before = await listLimits(ctx)
    replaceLimits(ctx, wanted, version + 1)
    const { nameOf } = await namesOf(ctx, [...before, ...wanted])
    const told = (limits: readonly Limit[]) =>
      limits
        .map((limit) => inWords(limit, nameOf))
        .toSorted()
        .join('; ')
    ctx.auditSubject(String(version + 1), changesFrom({ limits: told(before) }, { limits: told(wanted) }))
    await releaseHeld(ctx)
    return shown(ctx)
  },
}

async function shown(ctx: Ctx) {
  const [settings, limits] = await Promise.all([readSettings(ctx), listLimits(ctx)])
  const { nameOf } = await namesOf(ctx, limits)
  return {
    version: settings?.version ?? 0,
    updated_by: settings?.updated_by ?? '',
    updated_at: settings && settings.version > 0 ? settings.updated_at : null,
    limits: limits.map(({ limit_of: of, subject, currency, payout_minor, day_minor, month_minor }) => ({
      of,
      subject,
      name: subject === '' ? '' : (nameOf(of, subject) ?? subject),
      currency,
      payout: payout_minor,
      day: day_minor,
      month: month_minor,
    })),
  }
}

type NameOf = Awaited<ReturnType<typeof namesOf>>['nameOf']
/** A limit as the audit log tells it: 'MAKER Ann: 1000.00 SGD a payout, 5000.00 SGD a month'. */
function inWords({ limit_of: of, subject, currency, ...amounts }: Limit, nameOf: NameOf): string {
  const periods = { payout: amounts.payout_minor, day: amounts.day_minor, month: amounts.month_minor }
  const parts = Object.entries(periods).flatMap(([period, minor]) =>
    minor === null ? [] : `${recordedAmount(minor, currency)} a ${period}`,
  )
  return `${of} ${subject === '' ? 'each' : (nameOf(of, subject) ?? subject)}: ${parts.join(', ')}`
}

/** What waits for a limit may leave by the new ones. */
async function releaseHeld(ctx: Ctx): Promise<void> {
  const held = await ctx.own
    .select('payouts')
    .select('virtual_account_no')
    .distinct()
    .where('status', '=', 'Scheduled')
    .where('waits_for', '=', 'limit')
    .execute()
  for (const { virtual_account_no: accountNo } of held) ctx.enqueue(releasePayouts, { accountNo })
}
