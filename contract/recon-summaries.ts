import { z } from 'zod'
import { call, data, stored } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, text } from './kit/wire.ts'
import { languageTags } from '#i18n/languages.ts'
import { dayOrMoment, reconDates } from './recon-dashboard-shapes.ts'

const exact = z.string()
/**
 * Amounts of one key and currency, exact decimal texts of major units. Always `trans − refund + miss_match + tolerance = settlement +
 * unSettlement`. Charges stand in the row of their own currency, which may be another than that of the payment.
 */
export const summaryAmounts = {
  /** Own payments and refunds. */
  total_amount: exact,
  trans: exact,
  refund: exact,
  /** What the provider says otherwise beyond the tolerance, and within it. */
  miss_match: exact,
  tolerance: exact,
  /** Payments less refunds of the lines that match, and own ones without a line. */
  settlement: exact,
  unSettlement: exact,
  /** Payments less refunds of lines that nobody here knows. */
  missing_in_transactions: exact,
  /** Net of lines that are no payment and no refund, payouts left out. */
  other_adjustments: exact,
  /** Fee, tax and costs passed on of lines that match; what was agreed, of those that have a plan. */
  fee_deduction: exact,
  fee_amount: exact,
  tax_amount: exact,
  passed_on_amount: exact,
  expected_fee: exact,
  /** Charged less agreed of the lines whose fee or tax is not as agreed. */
  fee_miss_match: exact,
} as const
/** Records of ours; lines that match; lines with a plan; lines with another fee or tax. */
export const summaryCounts = { count: z.int(), settled_count: z.int(), fee_count: z.int(), fee_miss_match_count: z.int() } as const // prettier-ignore
const SummaryRow = z.object({
  /** YYYY-MM-DD; empty in a summary that is not by day. */
  date: z.string(),
  /** The day, or the provider's channel. */
  key: z.string(),
  currency: z.string(),
  ...summaryCounts,
  ...summaryAmounts,
})
export type ReconSummaryRow = z.input<typeof SummaryRow>

const asked = {
  environment: environment.optional(),
  from: dayOrMoment.optional(),
  /** Exclusive. */
  to: dayOrMoment.optional(),
  by: z.enum(reconDates).optional(),
  payment_channel_key: ref('channel').optional(),
  currency: text(10, 0).optional(),
}
const summary = {
  follows: ['recon_run'],
  body: z.strictObject(asked),
  answer: data(z.array(SummaryRow)),
  access: 'reconDashboard',
  faults: ['reconInProgress', 'channelUnknown'],
  repeat: 'safe',
  onFailure: 'log',
} as const
/** What came of the days, one row for each day and currency, by the answers that hold. */
export const summariseRecon = call({ at: 'POST /merchants/recon/summary', ...summary })
/** The same by provider. */
export const summariseReconByProvider = call({ at: 'POST /merchants/recon/psp-wise/summary', ...summary })

const download = {
  body: z.strictObject({
    ...asked,
    language: z.enum(languageTags).optional(),
    right_to_left: z.boolean().optional(),
  }),
  answer: stored('recon-summary'),
  access: 'reconDashboard',
  faults: ['reconInProgress', 'channelUnknown'],
  audit: 'recon-record.download-summary',
  sensitive: true,
  repeat: 'safe',
} as const
/** Either as an xlsx file. */
export const downloadReconSummary = call({ at: 'POST /merchants/recon/summary/download', ...download })
export const downloadReconSummaryByProvider = call({ at: 'POST /merchants/recon/psp-wise/summary/download', ...download }) // prettier-ignore
