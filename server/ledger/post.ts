import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'

export interface Transfer {
  /** The change that it books, such as `payment.captured`. */
  kind: string
  /** One per change of state; the same key posts once. */
  businessKey: string
  objectType: 'payment' | 'refund' | 'payout' | 'deposit' | 'settlement' | 'provider_settlement' | 'remittance'
  objectRef: string
  /** Of the lines that name no other. */
  currency: Currency
  /** Debits are positive, credits negative; those of each currency sum to zero. Lines of zero are left out. */
  lines: readonly { account: string; amountMinor: bigint; currency?: Currency }[]
  /** The rate between two currencies of the lines, as `rateText` writes it. */
  rate?: string
}

/**
 * Posts a transfer in the caller's transaction, and returns its id; its statements are not awaited before the commit. The caller must hold
 * the lock of the row whose state has just changed. When the business key has been posted already, the whole
 * transaction fails. Throws RangeError for lines that do not balance: a defect of the caller.
 */
export function post(ctx: Pick<Ctx, 'append' | 'now'>, transfer: Transfer): string {
  const lines = transfer.lines.filter(({ amountMinor }) => amountMinor !== 0n)
  const sums = new Map<string, bigint>()
  for (const { currency = transfer.currency, amountMinor } of lines)
    sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor)
  if (lines.length < 2 || sums.values().some((sum) => sum !== 0n))
    throw new RangeError(`transfer ${transfer.businessKey} does not balance`)
  const transferId = newId()
  ctx.append('ledger_transfers', {
    transfer_id: transferId,
    kind: transfer.kind,
    business_key: transfer.businessKey,
    object_type: transfer.objectType,
    object_ref: transfer.objectRef,
    at: ctx.now,
    rate: transfer.rate ?? null,
  })
  for (const [at, { account, amountMinor, currency = transfer.currency }] of lines.entries())
    ctx.append('ledger_entries', {
      transfer_id: transferId,
      line: at + 1,
      account,
      currency,
      amount_minor: amountMinor,
    })
  return transferId
}

/**
 * The accounts of a merchant, environment and currency. Platform-side accounts are per merchant too, so that no row is
 * hot.
 */
export const accounts = {
  /** The money that a channel's provider owes us: debit-normal. */
  pspReceivable: (channelKey: string) => `psp_receivable:${channelKey}`,
  /** The money that we owe the merchant once the provider has settled. */
  merchantPending: 'merchant_pending',
  feeIncome: 'fee_income',
  feeTaxPayable: 'fee_tax_payable',
  /** Money that came after the link had expired and waits for the merchant's decision. */
  lateSuspense: 'late_suspense',
  /** Money set aside for refunds that have not ended. */
  refundClearing: 'refund_clearing',
  /** The money that the bank holds on a virtual account, fees that were earned and not yet taken out included: debit-normal. */
  vaBank: (accountNo: string) => `va_bank:${accountNo}`,
  /** What may be paid out of a virtual account. It is covered: `moveBalances` (`virtual-accounts.ts`) goes before each posting. */
  vaBalance: (accountNo: string) => `va_balance:${accountNo}`,
  /** Money set aside for payouts of a virtual account that have not ended. */
  payoutClearing: (accountNo: string) => `payout_clearing:${accountNo}`,
  /** Deposits that wait for a decision of two people. */
  vaSuspense: 'va_suspense',
  /** What a provider has paid out onto the merchant's bank: debit-normal. */
  bank: (channelKey: string) => `bank:${channelKey}`,
  /** What a provider keeps beyond the fees that were booked at capture: debit-normal. */
  providerCosts: (channelKey: string) => `provider_costs:${channelKey}`,
  /** Differences of closed settlements that nobody has decided. */
  reconSuspense: 'recon_suspense',
  reconWriteOff: 'recon_write_off',
  /** The money of the merchant that its providers have settled. */
  merchantPayable: 'merchant_payable',
  /** Where transfers of two currencies meet. */
  fxPosition: 'fx_position',
  /** Tax that was withheld from sales abroad, and is to be paid to their countries. */
  whtPayable: 'wht_payable',
  /** What is on its way from a cut to the merchant's bank. */
  remitClearing: 'remit_clearing',
  /** Money of the merchant that is held back. It is covered: `moveReserve` (`reserve.ts`) goes before each posting. */
  reserve: 'reserve',
  transferFeePayable: 'transfer_fee_payable',
  /** What the operator has added to settlements, or taken from them: debit-normal. */
  remitAdjustments: 'remit_adjustments',
} as const
