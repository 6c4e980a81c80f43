import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { screen } from '#server/screening/screen.ts'

type New = Pick<OwnRow<'beneficiaries'>, 'name' | 'country'> &
  Partial<OwnRow<'beneficiaries'>> & { beneficiary_uuid: string }

/** Adds a beneficiary, and has it compared with the operator's lists. */
export async function insertBeneficiary(ctx: Ctx, row: New): Promise<void> {
  await ctx.own
    .insert('beneficiaries', {
      screened_at: null,
      created_by: ctx.actor.name,
      created_at: ctx.now,
      updated_at: ctx.now,
      ...row,
    })
    .execute()
  addTimelineEntry(ctx, 'beneficiary', row.beneficiary_uuid, 'created')
  await screen(ctx, row.beneficiary_uuid)
}
