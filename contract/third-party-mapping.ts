import { z } from 'zod'
import { text, timeZone } from './kit/wire.ts'

/** What a sheet says of a transaction, each in a column of its own. */
export const thirdPartyFields = [
  'date', 'amount', 'currency', 'status', 'merchant_order_ref', 'channel_order_ref',
  'method', 'channel', 'payer', 'email', 'fee', 'description',
] as const // prettier-ignore
export type ThirdPartyField = (typeof thirdPartyFields)[number]

/** The fields that every sheet has; of the two references it has one at least. */
export const neededFields = ['date', 'amount', 'currency', 'status'] as const satisfies readonly ThirdPartyField[]
export const referenceFields = ['merchant_order_ref', 'channel_order_ref'] as const satisfies readonly ThirdPartyField[]

/** The most characters of a field's text. */
export const fieldLengths = {
  merchant_order_ref: 120,
  channel_order_ref: 120,
  method: 60,
  channel: 60,
  payer: 200,
  email: 254,
  description: 1_000,
} as const satisfies Partial<Record<ThirdPartyField, number>>

/** The titles by which a column is known without being mapped, the surest first, as {@link titleKey} spells them. */
const titles: Record<ThirdPartyField, readonly string[]> = {
  date: ['date', 'transaction_date', 'payment_date', 'created_at', 'created', 'paid_at', 'date_time', 'datetime', 'timestamp', 'time'],
  amount: ['amount', 'transaction_amount', 'gross_amount', 'gross', 'total'],
  currency: ['currency', 'currency_code', 'transaction_currency', 'ccy'],
  status: ['status', 'transaction_status', 'payment_status', 'state', 'result'],
  merchant_order_ref: ['merchant_order_ref', 'merchant_order_id', 'order_id', 'order_ref', 'order_no', 'order_number', 'order', 'merchant_reference'],
  channel_order_ref: ['channel_order_ref', 'channel_order_id', 'transaction_id', 'payment_id', 'provider_reference', 'psp_reference', 'transaction_ref', 'reference'],
  method: ['method', 'payment_method'],
  channel: ['channel', 'payment_channel', 'provider', 'gateway', 'acquirer'],
  payer: ['payer', 'payer_name', 'customer_name', 'customer', 'name'],
  email: ['email', 'e_mail', 'payer_email', 'customer_email', 'email_address'],
  fee: ['fee', 'fees', 'transaction_fee', 'commission'],
  description: ['description', 'details', 'note', 'memo', 'remarks'],
} // prettier-ignore

/** A title without its case, blanks and marks. */
export const titleKey = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.\-/]+/g, '_')

/** What became of a transaction, by those who have told of it. */
export const thirdPartyStates = ['Success', 'Failed', 'Pending', 'Refunded'] as const
export type ThirdPartyState = (typeof thirdPartyStates)[number]

/** The words of sheets for each state, without their case. A source may have others. */
const stateWords: Record<ThirdPartyState, readonly string[]> = {
  Success: ['success', 'successful', 'succeeded', 'paid', 'completed', 'captured', 'settled', 'approved'],
  Failed: ['failed', 'failure', 'declined', 'rejected', 'cancelled', 'canceled', 'expired', 'error'],
  Pending: ['pending', 'processing', 'authorized', 'authorised', 'open', 'in progress'],
  Refunded: ['refunded', 'refund', 'reversed', 'chargeback'],
}

/** The ways to write a day; hours, minutes and seconds may follow any of them. A cell with the type of a date needs none. */
export const dateFormats = [
  'YYYY-MM-DD', 'YYYY/MM/DD', 'YYYYMMDD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'DD.MM.YYYY',
] as const // prettier-ignore
export type DateFormat = (typeof dateFormats)[number]

const title = text(200, 0)
/** How the sheets of a source are read. */
export const ThirdPartyMapping = z.strictObject({
  /** The title of each field's column; the empty text where a field has none. */
  columns: z
    .strictObject(Object.fromEntries(thirdPartyFields.map((field) => [field, title.optional()])) as Titles)
    .optional(),
  date_format: z.enum(dateFormats).optional(),
  /** The zone of dates that do not say their offset. */
  time_zone: timeZone.optional(),
  /** Words of the source for states, beside the usual ones. */
  statuses: z.record(text(60), z.enum(thirdPartyStates)).optional(),
})
type Titles = Record<ThirdPartyField, z.ZodOptional<typeof title>>
export type ThirdPartyMapping = z.infer<typeof ThirdPartyMapping>

/** The place of each field's column in a sheet with this first row; by its mapping, else by the titles that are known. */
export function placesOf(head: readonly string[], columns: ThirdPartyMapping['columns'] = {}) {
  const keys = head.map(titleKey)
  const places: Partial<Record<ThirdPartyField, number>> = {}
  for (const field of thirdPartyFields) {
    const mapped = columns[field]
    const at =
      mapped === undefined
        ? (titles[field].map((key) => keys.indexOf(key)).find((place) => place >= 0) ?? -1)
        : mapped === ''
          ? -1
          : keys.indexOf(titleKey(mapped))
    if (at >= 0) places[field] = at
  }
  return places
}

/** What a sheet with these columns lacks; of the references it lacks both or none. */
export const missingFields = (places: Partial<Record<ThirdPartyField, number>>): ThirdPartyField[] => [
  ...neededFields.filter((field) => places[field] === undefined),
  ...(referenceFields.some((field) => places[field] !== undefined) ? [] : referenceFields),
]

/** The states that a source's words mean, by the words in lower case. */
export const statesByWord = (statuses: ThirdPartyMapping['statuses'] = {}): ReadonlyMap<string, ThirdPartyState> =>
  new Map([
    ...thirdPartyStates.flatMap((state) => stateWords[state].map((word) => [word, state] as const)),
    ...Object.entries(statuses).map(([word, state]) => [word.trim().toLowerCase(), state] as const),
  ])
