import { denial } from '#contract/access.ts'
import { channelRules, type CatalogueEntry, type PayType } from '#contract/channel-catalogue/entry.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'

type Caller = Pick<Ctx, 'user'>

/** Whether a caller may see and change channels of this pay type. A job has no user, and does what its enqueuer could. */
export const mayConfigure = ({ user }: Caller, payType: PayType): boolean => whyNot({ user }, payType) === null

/** Throws `denied` for a channel that other people configure. */
export function expectMayConfigure(caller: Caller, payType: PayType): void {
  const why = whyNot(caller, payType)
  if (why) throw new Fault('denied', { why })
}
const whyNot = ({ user }: Caller, payType: PayType) => (user ? denial(channelRules[payType], user) : null)

/** What a connection of the channel is for: what is wished, else payments where it takes any. */
export const payTypeOf = ({ payTypes }: CatalogueEntry, wished: PayType | undefined): PayType =>
  wished ?? (payTypes.includes('PAYIN') ? 'PAYIN' : 'PAYOUT')

/** Throws `channelNotSupported` for what the channel does not do, `methodImpossible` for virtual accounts that it has not. */
export function expectPossibleUse(
  { payTypes, payouts }: CatalogueEntry,
  { payType, virtualAccounts = false }: { payType: PayType; virtualAccounts?: boolean | undefined },
): void {
  if (!payTypes.includes(payType)) throw new Fault('channelNotSupported')
  const has = payType === 'PAYOUT' && payouts?.virtualAccounts === true
  if (virtualAccounts && !has) throw fieldFault('methodImpossible', 'is_va_flow', 'no_virtual_accounts')
}
