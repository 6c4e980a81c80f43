import type { Ctx } from '#server/kit/ctx.ts'
import { findCharge, isOpen } from '#server/subscription-store/charges.ts'
import { findMandate } from '#server/subscription-store/mandates.ts'
import type { PlannedMessage } from '#server/subscription-store/messages.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

/** Why a message is not sent though its moment has come: what it says is not so any more. Empty where it is. */
export async function reasonAgainst(
  ctx: Ctx,
  subscription: SubscriptionRow,
  { kind, facts }: PlannedMessage,
): Promise<string> {
  switch (kind) {
    case 'link':
      return subscription.status === 'created' ? '' : subscription.status
    case 'trial_ends':
      return endOf(subscription) || (subscription.in_trial ? '' : 'over')
    case 'price_changes':
      return endOf(subscription)
    case 'failed':
    case 'confirm':
    case 'missed': {
      const charge = await findCharge(ctx, facts['charge_ref'] ?? '')
      return endOf(subscription) || (charge && (isOpen(charge) || kind === 'missed') ? '' : 'paid')
    }
    case 'last_notice':
      return subscription.status === 'past_due' ? '' : subscription.status
    case 'method_expires': {
      const mandate = await findMandate(ctx, facts['mandate_ref'] ?? '')
      const same = mandate?.state === 'active' && mandate.expires_at?.toISOString() === facts['expires_at']
      return endOf(subscription) || (same ? '' : 'replaced')
    }
    case 'paused':
      return subscription.paused_at ? '' : 'resumed'
    default:
      return ''
  }
}

/** Whether nothing more is charged: it is over, or ends with its period. */
const endOf = (subscription: SubscriptionRow): string =>
  !isCharged(subscription) ? subscription.status : subscription.cancels_at_period_end ? 'cancels' : ''
