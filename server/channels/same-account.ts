import { Fault } from '#contract/faults.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { isKnown, type Asked, type Tested } from '#server/providers/provider.ts'
import { ownerOf } from './ask-provider.ts'
import type { ConnectedRow } from './connections.ts'
import type { Credentials } from './credentials.ts'
import { useOf } from './use.ts'

interface Given {
  row: ConnectedRow
  provider: string
  credentials: Credentials
  tested: Exclude<Tested, { kind: 'refused' }>
}

/**
 * Whether credentials are certainly of the account that a channel has, with no transaction open: the provider names the same
 * account for both, or shows a payment of the channel by the new ones. What cannot be proven is another account.
 */
export async function isSameAccount(before: Before, { row, provider, credentials, tested }: Given): Promise<boolean> {
  if (tested.kind === 'silent') return false
  const { account } = tested
  if (!row.by_partner && account !== '' && account === row.provider_word.account) return true
  const owner = ownerOf(before)
  const payment = await before.apart(owner, (ctx) => knownPayment(ctx, row.channel_key))
  if (!payment) return false
  const adapter = before.services.provider(provider, credentials, owner.environment)
  const outcome = await adapter.status(payment, AbortSignal.timeout(proofMs))
  // What an account does not have may have expired there, as far as an adapter can tell.
  return isKnown(outcome) && outcome.kind !== 'expired'
}

/** What the test of the credentials leaves of the time for an answer. */
const proofMs = 2_000

/** The newest payment of a channel whose reference at the provider is known. Index: payments_newest. */
async function knownPayment(ctx: Ctx, channelKey: string): Promise<Asked | undefined> {
  const rows = await ctx.own
    .select('payments')
    .select([
      'order_ref',
      'channel_key',
      'channel_order_ref',
      'channel_asked_at',
      'amount_minor',
      'currency',
      'payment_method',
      'payment_sub_type',
      'status',
    ]) // prettier-ignore
    .orderBy('created_at', 'desc')
    .limit(1_000)
    .execute()
  const found = rows.find(
    (row) => row.channel_key === channelKey && row.channel_order_ref !== '' && row.status !== 'Expired',
  )
  return (
    found && {
      kind: 'payment',
      key: found.order_ref,
      providerRef: found.channel_order_ref,
      firstAskedAt: found.channel_asked_at ?? ctx.now,
      amountMinor: found.amount_minor,
      currency: found.currency,
      method: { type: found.payment_method as OfferedMethod, subType: found.payment_sub_type },
    }
  )
}

/**
 * Locks the merchant's channels as `lockChannels` does, and lets nobody begin a payment or a refund of the merchant until the
 * commit: their rows name the merchant's, which waits for this lock. What began before is then seen.
 */
export async function lockBeginning(ctx: Ctx): Promise<void> {
  await ctx.own.select('merchants').select('merchant_id').forUpdate().executeTakeFirstOrThrow()
}

/** Throws `inFlight` while a payment or refund of the channel is under way, which only the account knows that it was begun at. */
export async function expectNothingUnderWay(ctx: Ctx, channelKey: string): Promise<void> {
  const { is_under_way: isUnderWay } = await useOf(ctx, channelKey)
  if (!isUnderWay) return
  const text = 'Payments or refunds are in progress at the account that is connected.'
  throw new Fault('inFlight', { errors: [{ path: '', reason: 'account_in_use', text }] })
}
