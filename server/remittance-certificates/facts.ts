import { rateOf, rateText } from '#contract/exchange-rates.ts'
import { decimalText, type Currency } from '#contract/kit/money.ts'
import type { RemittanceState } from '#contract/remittance-states.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { RemittanceRow } from '#server/remittances/rows.ts'

/**
 * Everything that the certificate of a settlement says, in no language: amounts are decimal text of major units, rates decimal text,
 * days `YYYY-MM-DD`, moments ISO 8601 in UTC. What is absent is an empty text. Its canonical JSON is kept, and has the digest.
 */
export interface CertificateFacts {
  version: 1
  /** The settlement's reference. */
  number: string
  environment: Environment
  gateway: { name: string; address: string }
  merchant: Party
  period: { from: string; to: string; timeZone: string }
  status: RemittanceState
  payments: number
  refunds: number
  currencies: { source: Currency; base: Currency; destination: Currency }
  source: { sold: string; fees: string; withholding: string; refunded: string; net: string }
  base: {
    sold: string
    fees: string
    withholding: string
    refunded: string
    rounding: string
    sum: string
    held: string
    released: string
    transferFee: string
    net: string
  }
  sourceRate: { rate: string; of: string; at: string }
  /** Null until it is sent, and where nothing was left to send. */
  transfer: {
    amount: string
    reference: string
    applied: string
    of: string
    at: string
    cost: string
    holder: string
    lastFour: string
    providerRef: string
    sentAt: string
    remittedAt: string
    /** What came back, and what banks have kept of it. */
    returned: string
    keptByBanks: string
  } | null
}

/** Who a settlement is of. */
export interface Party {
  name: string
  /** The address, line by line. */
  lines: string[]
  country: string
  companyNumber: string
}

interface Parties {
  gateway: CertificateFacts['gateway']
  merchant: Party
  timeZone: string
}

/** The facts of a settlement that is cut, as its row has them. */
export function certificateFacts(row: RemittanceRow, { gateway, merchant, timeZone }: Parties): CertificateFacts {
  const currencies = {
    source: row.source_currency as Currency,
    base: row.base_currency as Currency,
    destination: row.destination_currency as Currency,
  }
  const [sc, bc] = [currencies.source, currencies.base].map(
    (currency) => (minor: bigint) => decimalText(minor, currency),
  ) as [Money, Money]
  return {
    version: 1,
    number: row.settlement_ref,
    environment: row.environment as Environment,
    gateway,
    merchant,
    period: { from: row.period_from, to: row.period_to, timeZone },
    status: row.status,
    payments: row.txn_count,
    refunds: row.refund_count,
    currencies,
    source: {
      sold: sc(row.total_txn_amount_sc),
      fees: sc(row.txn_fee_sc),
      withholding: sc(row.withholding_tax_sc),
      refunded: sc(row.refund_amount_sc),
      net: sc(row.net_sc),
    },
    base: {
      sold: bc(row.total_txn_amount_bc),
      fees: bc(row.txn_fee_bc),
      withholding: bc(row.wht_bc),
      refunded: bc(row.refund_amount_bc),
      rounding: bc(row.rounding_bc),
      sum: bc(row.net_source_bc),
      held: bc(row.reserve_credit_bc),
      released: bc(row.reserve_debit_bc),
      transferFee: bc(row.transfer_fee_bc),
      net: bc(row.net_bc),
    },
    sourceRate: {
      rate: shortest(row.source_forex_rate),
      of: row.source_rate_of,
      at: moment(row.source_rate_at),
    },
    transfer: transferOf(row, currencies.destination),
  }
}
type Money = (minor: bigint) => string

/** Its quote may still change before it is sent, and after a failure the change of money was taken back. */
function transferOf(row: RemittanceRow, destination: Currency): CertificateFacts['transfer'] {
  const isSent = row.status === 'Processing' || row.status === 'Remitted' || row.status === 'Returned'
  if (!isSent || row.net_amount_transferred_dc === null) return null
  const dc = (minor: bigint | null) => (minor === null ? '' : decimalText(minor, destination))
  return {
    amount: dc(row.net_amount_transferred_dc),
    reference: shortest(row.reference_forex_rate),
    applied: shortest(row.applied_forex_rate),
    of: row.forex_rate_of,
    at: moment(row.forex_rate_at),
    cost: dc(row.forex_cost_dc),
    holder: row.account_holder,
    lastFour: row.account_last_four,
    providerRef: row.provider_ref,
    sentAt: moment(row.sent_at),
    remittedAt: moment(row.remitted_at),
    returned: row.status === 'Returned' ? dc(row.returned_dc) : '',
    keptByBanks: row.kept_by_banks_dc > 0n ? dc(row.kept_by_banks_dc) : '',
  }
}

const moment = (at: Date | null): string => at?.toISOString() ?? ''
const shortest = (rate: string | number | null): string => {
  const found = rate === null ? null : rateOf(String(rate))
  return found === null ? '' : rateText(found)
}
