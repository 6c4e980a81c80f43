import type { Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import type { BankReason } from '../bank/manners.ts'
import type { RemittanceChangeRecord, RemittanceRecord, WordRecord } from './records.ts'

interface Money {
  currency: Currency
  amountMinor: bigint
}
/** A remittance that the simulator was asked for at some time, by its key. */
export interface PastRemittance {
  remittance: string
  at: Date
  from: Money
  to: Money
  payee: RemittanceRecord['account']
  purpose: string
}
/** What became of one. */
interface PastRemittanceEnd {
  remitted: string
  at: Date
  status: 'paid' | 'failed' | 'returned'
  reason?: BankReason
  returnedMinor?: bigint
}
/** What the simulator has told that it settled, by the reference of its word. */
export interface PastWord {
  settled: string
  at: Date
  merchantAccount: string
  currency: Currency
  settledOn: Day
  /** `key` and `ref` are as in a word that it tells by itself. */
  lines: readonly { kind: 'payment' | 'refund'; key: string; ref: string; grossMinor: bigint; netMinor: bigint }[]
}
export type PastRemittanceEffect = PastRemittance | PastRemittanceEnd | PastWord

export function pastRemittanceLine(
  effect: PastRemittanceEffect,
): RemittanceRecord | RemittanceChangeRecord | WordRecord {
  const common = { at: effect.at.toISOString(), past: true } as const
  if ('remitted' in effect) {
    const { remitted: key, status, reason, returnedMinor } = effect
    return {
      type: 'remittance_change',
      ...common,
      key,
      event: `evt_${key}_${status}`,
      status,
      ...(reason && { reason }),
      ...(returnedMinor !== undefined && { returned_minor: String(returnedMinor) }),
    }
  }
  if ('settled' in effect) {
    const { settled: ref, merchantAccount: account, currency, settledOn, lines } = effect
    return {
      type: 'settled_word',
      ...common,
      event: `evt_${account}_${ref}`,
      account,
      ref,
      currency,
      settled_on: settledOn,
      lines: lines.map(({ grossMinor, netMinor, ...line }) => ({
        ...line,
        gross_minor: String(grossMinor),
        net_minor: String(netMinor),
      })),
      callback_url: '',
    }
  }
  const { remittance: key, from, to, payee, purpose } = effect
  return {
    type: 'remittance',
    ...common,
    key,
    digest: '',
    ref: `re_${key}`,
    event: `evt_${key}`,
    quote_ref: '',
    from: moneyOf(from),
    to: moneyOf(to),
    pays_minor: String(to.amountMinor),
    account: payee,
    purpose,
    manner: 'pending',
    status: 'pending',
    callback_url: '',
  }
}

const moneyOf = ({ currency, amountMinor }: Money) => ({ currency, amount_minor: String(amountMinor) })
