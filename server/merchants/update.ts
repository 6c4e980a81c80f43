import type { Input } from '#contract/kit/call.ts'
import { editableFields, type updateMerchant as declaration } from '#contract/merchants.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { hasSecondFactor } from '#server/kit/auth/has-second-factor.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import { needFreshProof } from '#server/kit/auth/step-up.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { changeMerchant, lockMerchant, type MerchantColumns } from '#server/merchant-store/changes.ts'
import { notify } from '#server/notifications/notify.ts'
import { switchVerification } from '#server/payout-rules/change.ts'
import { findMerchant } from './queries.ts'

type Body = Input<typeof declaration>['body']
type Found = NonNullable<Awaited<ReturnType<typeof findMerchant>>>

/**
 * Changes what was sent of the merchant's record. What is as it was already is no change. Refuses with
 * `changedMeanwhile` when the record is not the one that the sender has seen.
 */
export async function updateMerchant(ctx: Ctx, body: Body): Promise<void> {
  const locked = await lockMerchant(ctx.db, ctx.owner.merchantId)
  const before = await findMerchant(ctx.db, ctx.owner.merchantId)
  if (!locked || !before) throw new Fault('notFound')
  if (body.revision !== undefined && body.revision !== before.revision) throw new Fault('changedMeanwhile')
  const { isVerifyPayoutsEnabled: verification = before.isVerifyPayoutsEnabled, ...rest } = body
  await record(ctx, before, rest)
  if (verification !== before.isVerifyPayoutsEnabled) await changeVerification(ctx, verification)
}

/** A change of the payouts' rules, and so with a second factor and a fresh proof. */
async function changeVerification(ctx: Ctx, verification: boolean): Promise<void> {
  if (!hasSecondFactor(ctx.user)) throw new Fault('secondFactorRequired')
  needFreshProof(userOf(ctx))
  await switchVerification(ctx, verification)
}

/** Points the record at another logo. */
export async function changeLogo(ctx: Ctx, logo: string): Promise<void> {
  await lockMerchant(ctx.db, ctx.owner.merchantId)
  const before = await findMerchant(ctx.db, ctx.owner.merchantId)
  if (!before) throw new Fault('notFound')
  await record(ctx, before, { logo })
}

/** Sets whether every user of the merchant needs a second factor. Throws `ownTwoStepFirst` for an author without one. */
export async function requireTwoStep(ctx: Ctx, required: boolean): Promise<void> {
  if (!hasSecondFactor(ctx.user)) throw new Fault('ownTwoStepFirst')
  await lockMerchant(ctx.db, ctx.owner.merchantId)
  const before = await findMerchant(ctx.db, ctx.owner.merchantId)
  if (!before) throw new Fault('notFound')
  const changed = before.require_two_step !== required
  const changes = changed ? { require_two_step: { before: before.require_two_step, after: required } } : {}
  ctx.auditSubject(before.uuid, changes)
  if (changed) await changeMerchant(ctx, { require_two_step: required }, changes)
}

type Wanted = Omit<Body, 'logo' | 'revision' | 'environment'> & { logo?: string | undefined }

async function record(ctx: Ctx, before: Found, wanted: Wanted): Promise<void> {
  const changes = changesOf(before, wanted)
  ctx.auditSubject(before.uuid, changes)
  if (Object.keys(changes).length === 0) return
  if (changes['master_merchant_access']) mayOpenToMaster(ctx, before)
  const columns: MerchantColumns = {
    name: wanted.name,
    brand_name: wanted.brand_name,
    website_url: wanted.website_url,
    time_zone: wanted.time_zone,
    language: wanted.language,
    logo: wanted.logo,
    send_receipts: wanted.send_receipts,
    master_access: wanted.master_merchant_access,
  }
  await changeMerchant(ctx, columns, changes)
  const access = changes['master_merchant_access']?.after
  if (access !== undefined)
    await notify(ctx, 'master_access_changed', { by: ctx.actor.name, access: access ? 'on' : 'off' })
}

function changesOf(before: Found, wanted: Wanted): Changes {
  const changed = editableFields.flatMap((field) => {
    const after = wanted[field]
    return after === undefined || after === before[field] ? [] : [[field, { before: before[field], after }] as const]
  })
  return Object.fromEntries(changed)
}

/** A master must neither open a merchant to itself nor speak for the merchant's own people. */
function mayOpenToMaster(ctx: Ctx, before: Found): void {
  if (ctx.user?.merchantId !== before.uuid) throw new Fault('denied', { why: 'not the merchant itself' })
  if (before.kind !== 'managed') throw fieldFault('invalidRequest', 'master_merchant_access', 'no_master')
}
