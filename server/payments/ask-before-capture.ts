import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { findAddress, findConfirmation, insertConfirmation } from '#server/confirmations/queries.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { LockedPayment } from './for-channel.ts'

/** The job that asks (`confirm.ts`), by its name and data. */
export const confirmJob = {
  name: 'confirm-payment',
  data: z.object({
    merchantId: z.uuid(),
    environment,
    orderRef: z.string(),
    /** How often it was put off, as the receiver was too busy. */
    waits: z.number().default(0),
  }),
}
export type ConfirmData = z.output<typeof confirmJob.data>

/**
 * Has the merchant's server asked about a payment that has just been authorised: where that is why it was only authorised, and
 * where the merchant has an address now. Every other authorised payment waits for a person.
 */
export async function askBeforeCapture(
  ctx: Ctx,
  { order_ref: orderRef, confirms, authorises_only: waits }: LockedPayment,
): Promise<void> {
  // Its merchant captures it by a call, and is not asked.
  if (waits) return
  if (!confirms && !(await findAddress(ctx))) return
  if (!(await insertConfirmation(ctx, orderRef))) return
  addTimelineEntry(ctx, 'payment', orderRef, 'confirmation_asked')
  ctx.enqueue(confirmJob, { orderRef, waits: 0 })
}

/** The words for the shopper of a merchant's server that refused a payment; null where it did not. */
export async function refusalOf(ctx: Ctx, { order_ref, finish }: LockedPayment): Promise<string | null> {
  if (finish !== 'void') return null
  const confirmation = await findConfirmation(ctx, order_ref)
  return confirmation?.state === 'void' ? confirmation.reason : null
}
