import type { Currency } from '#contract/kit/money.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Environment } from '#contract/kit/wire.ts'

/** What a receipt says, on its page and in a mail. Texts are plain text, as stored. */
export interface Receipt {
  environment: Environment
  /** `backUrl`: where the shop is, http(s), or empty. */
  merchant: { name: string; logo: string; backUrl: string }
  amountMinor: bigint
  currency: Currency
  description: string
  /** Empty where the merchant gave none. */
  orderId: string
  /** The payment's reference. */
  reference: string
  method: ReceiptMethod
  paidAt: Date
  /** The merchant's, in which the receipt's times are written. */
  timeZone: string
  /** What went back, oldest first. */
  refunds: readonly { refundId: string; amountMinor: bigint; at: Date }[]
}

export interface ReceiptMethod {
  type: OfferedMethod
  subType: string
  /** Of a card; else empty, as are its last four digits. */
  brand: string
  lastFour: string
}
