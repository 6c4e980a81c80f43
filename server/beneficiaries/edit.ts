import type { editBeneficiary as declaration } from '#contract/beneficiaries.ts'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { screen } from '#server/screening/screen.ts'
import { findBeneficiary } from './account-rows.ts'
import { factsOf } from './create.ts'

/** Changes a person. Under another name they are compared with the operator's lists again. Throws `notFound`. */
export async function editBeneficiary(ctx: Ctx, body: Input<typeof declaration>['body']): Promise<void> {
  const before = await findBeneficiary(ctx, body.beneficiary_uuid, { lock: true })
  if (!before) throw new Fault('notFound')
  const active = body.is_active ?? before.active
  const facts = factsOf({
    ...body,
    language: body.language ?? before.language,
    fee_payer: body.fee_payer ?? before.fee_payer,
  })
  const changes = changesFrom({ ...factsOf(before), is_active: before.active }, { ...facts, is_active: active })
  ctx.auditSubject(before.beneficiary_uuid, changes)
  if (Object.keys(changes).length === 0) return
  await ctx.own
    .update('beneficiaries')
    .set({ ...facts, active, updated_at: ctx.now })
    .where('beneficiary_uuid', '=', before.beneficiary_uuid)
    .execute()
  if (active === before.active) addTimelineEntry(ctx, 'beneficiary', before.beneficiary_uuid, 'edited')
  else if (active) addTimelineEntry(ctx, 'beneficiary', before.beneficiary_uuid, 'activated')
  else addTimelineEntry(ctx, 'beneficiary', before.beneficiary_uuid, 'deactivated')
  if (facts.name !== before.name || (active && !before.active)) await screen(ctx, before.beneficiary_uuid)
}
