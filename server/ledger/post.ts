import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/id.ts'

export interface Transfer {
  /** What happened: `payment.captured`. */
  kind: string
  /** One per change of state; the same key posts once. */
  businessKey: string
  objectType: 'payment' | 'refund'
  objectRef: string
  currency: Currency
  /** Debits are positive, credits negative; they sum to zero. Lines of zero are left out. */
  lines: readonly { account: string; amountMinor: bigint }[]
}

/**
 * Posts a transfer in the caller's transaction; nobody waits for it before the commit. Whoever posts holds the row whose
 * state has just changed: where this business key is posted already, the whole transaction fails. Throws RangeError for
 * lines that do not balance: a defect of the caller.
 */
export function post(ctx: Pick<Ctx, 'owner' | 'now' | 'tx'>, transfer: Transfer): void {
  const lines = transfer.lines.filter(({ amountMinor }) => amountMinor !== 0n)
  if (lines.length < 2 || lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) !== 0n)
    throw new RangeError(`transfer ${transfer.businessKey} does not balance`)
  const { merchantId, environment } = ctx.owner
  const transferId = newId()
  const { kind, businessKey, objectType, objectRef, currency } = transfer
  ctx.tx.later({
    sql: insertTransfer,
    parameters: [merchantId, environment, transferId, kind, businessKey, objectType, objectRef, ctx.now],
  })
  ctx.tx.later({
    sql: insertEntries(lines.length),
    parameters: [
      merchantId,
      environment,
      transferId,
      currency,
      ...lines.flatMap(({ account, amountMinor }) => [account, amountMinor.toString()]),
    ],
  })
}
const insertTransfer = `insert into ledger_transfers
    (merchant_id, environment, transfer_id, kind, business_key, object_type, object_ref, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
const insertEntries = (lines: number) => `insert into ledger_entries
    (merchant_id, environment, transfer_id, line, account, currency, amount_minor)
  values ${Array.from({ length: lines }, (_, at) => `($1::uuid, $2, $3::uuid, ${at + 1}, $${5 + at * 2}, $4, $${6 + at * 2}::bigint)`).join()}`

/** The accounts of a merchant, environment and currency; platform-side ones are kept per merchant too, so none is hot. */
export const accounts = {
  /** What a channel's provider owes us: debit-normal. */
  pspReceivable: (channelKey: string) => `psp_receivable:${channelKey}`,
  /** What we owe the merchant once the provider has settled. */
  merchantPending: 'merchant_pending',
  feeIncome: 'fee_income',
  feeTaxPayable: 'fee_tax_payable',
  /** Money that came after the link had expired and waits for the merchant's decision. */
  lateSuspense: 'late_suspense',
  /** Money set aside for refunds that have not ended. */
  refundClearing: 'refund_clearing',
} as const
