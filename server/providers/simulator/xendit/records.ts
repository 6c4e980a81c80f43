import { z } from 'zod'
import { xenditCurrencies } from './amounts.ts'

/** What the simulator keeps as Xendit beside the operations of its book. Each object belongs to one account in one mode. */
const owned = { owner: z.string(), at: z.string() }
/** The idempotency key by which an object was made, and the digest of that request. */
const made = { idempotency: z.strictObject({ key: z.string(), digest: z.string() }).nullable() }
const money = { amount_minor: z.string(), currency: z.enum(xenditCurrencies) }
const metadata = z.record(z.string(), z.string()).nullable()

const RequestEntry = z.strictObject({
  kind: z.literal('request'),
  ...owned,
  ...made,
  ...money,
  id: z.string(),
  method_id: z.string(),
  method_reference: z.string(),
  reference_id: z.string(),
  country: z.string(),
  type: z.string(),
  channel_code: z.string(),
  customer_name: z.string(),
  description: z.string(),
  metadata,
})
export type RequestEntry = z.infer<typeof RequestEntry>

const InvoiceEntry = z.strictObject({
  kind: z.literal('invoice'),
  ...owned,
  ...made,
  ...money,
  id: z.string(),
  /** Names the page on which the card is entered. */
  page: z.string(),
  external_id: z.string(),
  description: z.string(),
  expires_at: z.string(),
  success_url: z.string(),
  metadata,
})
export type InvoiceEntry = z.infer<typeof InvoiceEntry>

const RefundEntry = z.strictObject({
  kind: z.literal('refund'),
  ...owned,
  ...made,
  id: z.string(),
  /** The payment request or the invoice. */
  payment: z.string(),
  reference_id: z.string(),
  reason: z.string(),
})
export type RefundEntry = z.infer<typeof RefundEntry>

const PayoutEntry = z.strictObject({
  kind: z.literal('payout'),
  ...owned,
  ...made,
  ...money,
  id: z.string(),
  reference_id: z.string(),
  channel_code: z.string(),
  account_number: z.string(),
  account_holder_name: z.string(),
  description: z.string(),
})
export type PayoutEntry = z.infer<typeof PayoutEntry>

export const Entry = z.discriminatedUnion('kind', [
  RequestEntry,
  InvoiceEntry,
  RefundEntry,
  PayoutEntry,
  z.strictObject({ kind: z.literal('expiry'), ...owned, invoice: z.string() }),
  z.strictObject({ kind: z.literal('address'), ...owned, url: z.string() }),
])
export type Entry = z.infer<typeof Entry>
export type Made = RequestEntry | InvoiceEntry | RefundEntry | PayoutEntry

/** The objects of all accounts. They change only by `record`, both from the file and by a request. */
export interface Shelf {
  record(entry: Entry): void
  /** The objects of an account of one kind, the newest first. */
  of<K extends Made['kind']>(owner: string, kind: K): Extract<Made, { kind: K }>[]
  byId(id: string): Made | undefined
  byPage(page: string): InvoiceEntry | undefined
  /** The object that the newest request with this idempotency key made. */
  madeBy(owner: string, key: string): Made | undefined
  isExpired(invoice: string): boolean
  addressOf(owner: string): string | undefined
}

export function emptyShelf(): Shelf {
  const objects = new Map<string, Made>()
  const lists = new Map<string, Made[]>()
  const pages = new Map<string, InvoiceEntry>()
  const keys = new Map<string, Made>()
  const expired = new Set<string>()
  const addresses = new Map<string, string>()
  return {
    record(entry) {
      if (entry.kind === 'address') addresses.set(entry.owner, entry.url)
      else if (entry.kind === 'expiry') expired.add(entry.invoice)
      else {
        objects.set(entry.id, entry)
        const list = `${entry.owner} ${entry.kind}`
        const others = lists.get(list)
        if (others) others.push(entry)
        else lists.set(list, [entry])
        if (entry.kind === 'invoice') pages.set(entry.page, entry)
        if (entry.idempotency) keys.set(`${entry.owner} ${entry.idempotency.key}`, entry)
      }
    },
    of: <K extends Made['kind']>(owner: string, kind: K) =>
      (lists.get(`${owner} ${kind}`) ?? [])
        .filter((each): each is Extract<Made, { kind: K }> => each.kind === kind)
        .reverse(),
    byId: (id) => objects.get(id),
    byPage: (page) => pages.get(page),
    madeBy: (owner, key) => keys.get(`${owner} ${key}`),
    isExpired: (invoice) => expired.has(invoice),
    addressOf: (owner) => addresses.get(owner),
  }
}
