import { Fault } from '#contract/faults.ts'
import type { RetryRules } from '#contract/subscription-retries.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { readRules } from '#server/subscription-store/settings.ts'

/** Saves the merchant's retry rules. Throws `changedMeanwhile` for another revision than the latest: of two at once one is refused. */
export async function saveRules(
  ctx: Ctx,
  rules: RetryRules,
  revision: number,
): Promise<RetryRules & { revision: number }> {
  const before = await readRules(ctx)
  const saved = { retry_days: rules.days, last_act: rules.last_act, revision: revision + 1, updated_at: ctx.now }
  const row =
    revision === 0
      ? await ctx.own
          .insert('subscription_settings', saved)
          .onConflict((conflict) => conflict.doNothing())
          .returning('revision')
          .executeTakeFirst()
      : await ctx.own
          .update('subscription_settings')
          .set(saved)
          .where('revision', '=', revision)
          .returning('revision')
          .executeTakeFirst()
  if (!row) throw new Fault('changedMeanwhile')
  ctx.auditSubject(ctx.owner.merchantId, changesFrom(textsOf(before), textsOf(rules)))
  return { ...rules, revision: row.revision }
}

const textsOf = ({ days, last_act }: RetryRules) => ({ days: days.join(', '), last_act })
