import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { createRemittanceAccount as declaration } from '#contract/remittance-accounts.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { lockMerchant } from '#server/merchant-store/changes.ts'
import { columnsOf, expectNew, expectUsable, unmarkDefault, writtenOf } from './columns.ts'
import { expectRight, type HolderSaid } from './holder.ts'
import { tellChange } from './notices.ts'
import { findAccount, listAccounts, noteChangeOf, type AccountRow } from './rows.ts'
import { told } from './shown.ts'

type Body = Input<typeof declaration>['body']

/**
 * Adds an account. Throws `remittanceAccountInvalid`, `remittanceAccountKnown` and `tooMany`. The merchant's row is locked, so that of
 * two at once the second sees the first.
 */
export async function createAccount(ctx: Ctx, body: Body, said: HolderSaid): Promise<AccountRow> {
  expectRight(body)
  await lockMerchant(ctx.db, ctx.owner.merchantId)
  const others = await listAccounts(ctx)
  if (others.length >= limits.remittanceAccounts) throw new Fault('tooMany')
  const accountUuid = newId()
  const to = await columnsOf(ctx, accountUuid, body)
  expectNew(others, to, body)
  const active = body.active ?? true
  const hasDefault = others.some((one) => one.currency === to.currency && one.is_default)
  const isDefault = body.default ?? (active && !hasDefault)
  expectUsable({ active, isDefault })
  if (isDefault && hasDefault) await unmarkDefault(ctx, to.currency)
  await ctx.own
    .insert('remittance_accounts', {
      account_uuid: accountUuid,
      ...writtenOf(ctx, to, body, said),
      remittance_purpose: body.remittance_purpose,
      remittance_source: body.remittance_source,
      is_default: isDefault,
      active,
      created_at: ctx.now,
    })
    .execute()
  noteChangeOf(ctx, accountUuid, 1)
  const row = await findAccount(ctx, accountUuid)
  if (!row) throw new Error('an account that was added is not there')
  ctx.auditSubject(accountUuid, madeAs(told(row)))
  await tellChange(ctx, null, row)
  return row
}
