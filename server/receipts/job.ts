import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { sendMessageOnce } from '#server/messages/send.ts'
import { payAddress } from '#server/payables/payable.ts'
import { receiptKind, receiptMail } from './mails.ts'
import { readReceipt } from './read.ts'
import { sendsReceipts } from './sends-receipts.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  orderRef: z.string(),
  /**
   * The refund to tell of; absent: the payment itself. Amounts in minor units, `refunded` with all refunds up to this one, as
   * they were when it succeeded: by the time of the mail there may be more.
   */
  refund: z.object({ id: z.string(), amount: z.string(), refunded: z.string() }).optional(),
})
type ReceiptJob = z.output<typeof data>

/**
 * Writes the mail about a payment or one of its refunds to the address that the shopper gave, unless the merchant has
 * switched receipts off. It is enqueued in the transaction that settles, and writes one mail however often it runs.
 */
export const sendReceipt: Job<ReceiptJob> = job({ name: 'send-receipt', data, work })

async function work(ctx: Ctx, { orderRef, refund }: ReceiptJob): Promise<void> {
  if (!(await sendsReceipts(ctx))) return
  const found = await readReceipt(ctx, orderRef)
  if (!found || found.recipient === '' || (!refund && found.isSentByOthers)) return
  const { receipt, recipient, language, payableRef } = found
  const told = refund && {
    amountMinor: BigInt(refund.amount),
    refundedMinor: BigInt(refund.refunded),
    at: receipt.refunds.find(({ refundId }) => refundId === refund.id)?.at ?? ctx.now,
  }
  const link = receiptAddress(ctx, { payableRef, orderRef, language })
  const message = await sendMessageOnce(ctx, refund ? `refund ${refund.id}` : 'receipt', {
    way: 'email',
    to: recipient,
    ...receiptMail(receipt, { language, link, refund: told }),
    about: { type: 'payment', ref: orderRef },
    brand: { name: receipt.merchant.name, logo: receipt.merchant.logo },
  })
  if (!message) return
  const event = `receipt_${receiptKind(receipt, told)}`
  addTimelineEntry(ctx, 'payment', orderRef, event, { recipient, message })
}

/** The receipt's page; a payment of no payable has none, and its mail leaves the link out. */
const receiptAddress = (
  ctx: Ctx,
  { payableRef, orderRef, language }: { payableRef: string; orderRef: string; language: string },
): string => (payableRef ? `${payAddress(ctx, payableRef)}/receipts/${orderRef}?lang=${language}` : '')
