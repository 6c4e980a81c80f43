import { Fault, fieldFault } from '#contract/faults.ts'
import type { PayoutWish } from '#contract/payout-wish.ts'
import { hasDestination } from '#server/beneficiaries/account-for-payout.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findVirtualAccount } from './virtual-account.ts'

/**
 * Refuses a wish that names what the merchant does not have, before anything else of it is looked at. Throws `notFound` for a beneficiary
 * or an account of one, `virtualAccountUnknown` at the field under `at`.
 */
export async function expectNamed(
  ctx: Ctx,
  wish: Pick<PayoutWish, 'beneficiary_uuid' | 'account_uuid' | 'virtual_acc_no'>,
  at: string,
): Promise<void> {
  const { beneficiary_uuid: beneficiaryUuid, account_uuid: accountUuid, virtual_acc_no: from } = wish
  if (!(await hasDestination(ctx, { beneficiaryUuid, accountUuid }))) throw new Fault('notFound')
  if (!(await findVirtualAccount(ctx, from)))
    throw fieldFault('virtualAccountUnknown', `${at}virtual_acc_no`, 'unknown')
}
