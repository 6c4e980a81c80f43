import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/id.ts'

export interface Transfer {
  /** What happened: `payment.captured`. */
  kind: string
  /** One per change of state; the same key posts once, whoever comes again. */
  businessKey: string
  objectType: 'payment' | 'refund'
  objectRef: string
  currency: Currency
  /** Debits are positive, credits negative; they sum to zero. Lines of zero are left out. */
  lines: readonly { account: string; amountMinor: bigint }[]
}

/**
 * Posts a transfer in the caller's transaction, in one statement that nobody waits for before the commit. Where this
 * business key is posted already it changes nothing. Throws RangeError for lines that do not balance: a defect of the caller.
 */
export function post(ctx: Ctx, transfer: Transfer): void {
  const lines = transfer.lines.filter(({ amountMinor }) => amountMinor !== 0n)
  if (lines.length < 2 || lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) !== 0n)
    throw new RangeError(`transfer ${transfer.businessKey} does not balance`)
  const { merchantId, environment } = ctx.owner
  ctx.tx.send({
    sql: insertTransfer,
    parameters: [
      merchantId,
      environment,
      newId(),
      transfer.kind,
      transfer.businessKey,
      transfer.objectType,
      transfer.objectRef,
      ctx.now,
      transfer.currency,
      lines.map(({ account }) => account),
      lines.map(({ amountMinor }) => amountMinor.toString()),
    ],
  })
}
const insertTransfer = `
  with transfer as (
    insert into ledger_transfers (merchant_id, environment, transfer_id, kind, business_key, object_type, object_ref, at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (merchant_id, environment, business_key) do nothing
    returning merchant_id, environment, transfer_id
  )
  insert into ledger_entries (merchant_id, environment, transfer_id, line, account, currency, amount_minor)
  select t.merchant_id, t.environment, t.transfer_id, l.line, l.account, $9, l.amount_minor
  from transfer t, unnest($10::text[], $11::bigint[]) with ordinality as l (account, amount_minor, line)`

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
