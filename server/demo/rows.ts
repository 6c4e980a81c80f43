import { accounts } from '#server/ledger/post.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { deviceOf } from '#server/payments/device-of.ts'
import type { Chance } from './chance.ts'
import { feeTerms, type Order } from './orders.ts'
import type { Sale } from './page-sales.ts'

/** The tables that an order leaves rows in, in the order in which they refer to each other, with the columns written. */
export const copied = {
  payment_links:
    'merchant_id, environment, link_ref, merchant_order_ref, amount_minor, currency, country, customer_name, customer_name_lower, email, email_lower, phone, description, status, source, created_at, created_by, expiry_hours, expires_at, success_url, failure_url, merchant_back_url, merchant_name, merchant_logo, promo_code, promo_discount_minor, shipping_charges_minor, billing_line_1, billing_line_2, billing_city, billing_country, user_configured_fields, notify_by_email, notify_by_phone, late_payment, ip_address, opened_at, started_at, paid_at',
  page_orders:
    'merchant_id, environment, order_ref, page_ref, merchant_order_ref, status, version, quantity, unit_minor, amount_minor, currency, country, title, language, name, email, phone, answers, ip_address, limited, units, attempt_ref, tried, expires_at, created_at',
  stock_movements: 'merchant_id, environment, page_ref, movement_id, movement, order_ref, units, actor_name, at',
  payments:
    'merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref, source_ref, amount_minor, currency, status, previous_status, status_reason, payment_method, channel_key, masked_card_number, card_brand, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, fee_minor, fee_tax_minor, fee_terms, late, held, created_at, updated_at, country, device, system, browser, payer, first_attempt, paid_seconds, method_details, remit_status',
  timeline: 'merchant_id, environment, object_type, object_ref, entry_id, at, event, actor_name, facts',
  ledger_transfers: 'merchant_id, environment, transfer_id, kind, business_key, object_type, object_ref, at',
  ledger_entries: 'merchant_id, environment, transfer_id, line, account, currency, amount_minor',
  payment_deltas:
    'merchant_id, environment, bucket, currency, status, payment_method, channel_key, payments, amount_minor, fee_minor, fee_tax_minor, held_minor',
} as const
export type Copied = keyof typeof copied
type Cell = string | number | bigint | boolean | Date | null
export type Rows = Record<Copied, Cell[][]>
export const noRows = (): Rows => Object.fromEntries(Object.keys(copied).map((table) => [table, []])) as unknown as Rows

export interface Seller {
  owner: Owner
  /** The merchant's public key. */
  key: string
  name: string
  country: string
  /** The currency of a merchant for whom others are sales abroad; null for one who does not sell there. */
  homeCurrency: string | null
}
/** Whether a sale of a merchant is settled as one abroad. */
export const isAbroad = ({ homeCurrency }: Pick<Seller, 'homeCurrency'>, currency: string): boolean =>
  homeCurrency !== null && homeCurrency !== currency

/** Adds what the application would have written for an order, row for row. */
export function addRows(rows: Rows, seller: Seller, order: Order, chance: Chance): void {
  const { owner } = seller
  const country = order.country ?? seller.country
  const own = [owner.merchantId, owner.environment]
  const { shopper, ref, sale, orderId, amountMinor, currency, at } = order
  if (sale) addPageOrder(rows, seller, { ...order, sale }, chance)
  else addLink(rows, seller, order, chance)
  const [kind, type, source] = sale ? (['page_order', 'page_order', 'payment_page'] as const) : (['link', 'payment_link', 'payment_link'] as const) // prettier-ignore
  const tell = (object: string, of: string, moment: Date, event: string, facts: Record<string, string> = {}) =>
    rows.timeline.push([...own, object, of, idAt(moment, chance), moment, event, '', JSON.stringify(facts)])
  tell(type, ref, at, 'created', sale ? { quantity: String(sale.quantity), version: '1' } : {})
  for (const attempt of order.attempts) {
    const { orderRef, endedAt, status, late } = attempt
    rows.payments.push([
      ...own, orderRef, orderId, status === 'Expired' ? '' : `pay_${orderRef}`, kind, ref, sale?.page.page_ref ?? '', amountMinor, currency,
      status, 'Initiated', attempt.reason, attempt.method, attempt.channelKey, attempt.card.masked, attempt.card.brand, shopper.name,
      shopper.email, shopper.email, '', country, shopper.ip, shopper.device, order.good, source, attempt.feeMinor, attempt.taxMinor,
      keptTerms(attempt), late, attempt.held, attempt.at, endedAt, country, ...traitCells(order, attempt),
      isAbroad(seller, currency) ? 'UNSETTLED' : '',
    ]) // prettier-ignore
    tell('payment', orderRef, attempt.at, 'initiated')
    tell(type, ref, attempt.at, 'attempt_initiated', { order_ref: orderRef })
    const event =
      status === 'Failed' ? 'declined' : status === 'Expired' ? 'expired' : late ? 'captured_late' : 'captured'
    const reason: Record<string, string> = attempt.reason ? { reason: attempt.reason } : {}
    tell('payment', orderRef, endedAt, event, reason)
    if (event === 'declined' || event === 'captured_late')
      tell(type, ref, endedAt, `attempt_${event}`, { order_ref: orderRef, ...reason })
    if (event === 'captured') tell(type, ref, endedAt, 'paid', { order_ref: orderRef })
    if (status === 'Success') addTransfer(rows, owner, order, attempt, chance)
  }
  if (order.status === 'expired' && order.expiresAt) tell(type, ref, order.expiresAt, 'expired')
}

function addLink(rows: Rows, { owner, name, country: home }: Seller, order: Order, chance: Chance): void {
  const { shopper, amountMinor, currency, at } = order
  const country = order.country ?? home
  rows.payment_links.push([
    owner.merchantId, owner.environment, order.ref, order.orderId, amountMinor, currency, country, shopper.name, shopper.name.toLowerCase(),
    shopper.email, shopper.email, '', order.good, order.status, 'console', at, name, hours(order), order.expiresAt, '', '', '', name, '', '',
    0, 0, '', '', '', '', '{"","","","",""}', false, false, order.latePayment, '',
    ...momentsOf(order, chance),
  ]) // prettier-ignore
}

/** The units of an order are held from its making, and sold or free again at its end. */
function addPageOrder(rows: Rows, { owner }: Seller, order: Order & { sale: Sale }, chance: Chance): void {
  const own = [owner.merchantId, owner.environment]
  const { shopper, ref, at, attempts } = order
  const { page, quantity, unitMinor, totalMinor, language, answers } = order.sale
  const sold = order.status === 'success'
  const end = order.expiresAt ?? attempts.at(-1)?.endedAt ?? at
  rows.page_orders.push([
    ...own, ref, page.page_ref, order.orderId, order.status, 1, quantity, unitMinor, totalMinor, page.currency, page.country, page.title,
    language, shopper.name, shopper.email, '', JSON.stringify(answers), shopper.ip, page.limited, sold ? 'sold' : 'released', '',
    attempts.length > 0, end, at,
  ]) // prettier-ignore
  const move = (movement: string, moment: Date) =>
    rows.stock_movements.push([...own, page.page_ref, idAt(moment, chance), movement, ref, quantity, '', moment])
  move('reserved', at)
  move(sold ? 'sold' : 'released', end)
}

/** What the payment counts as beside state, method and channel. */
function traitCells({ shopper, attempts, payer, language }: Order, attempt: Order['attempts'][number]): Cell[] {
  const { device, system, browser } = deviceOf(shopper.device)
  const paid = attempt.status === 'Success'
  const seconds = Math.round((attempt.endedAt.getTime() - attempt.at.getTime()) / 1000)
  const isFirst = attempts[0] === attempt
  const details = { language, ...(attempt.authentication && { authentication: attempt.authentication }) }
  return [device, system, browser, paid ? payer : '', isFirst, paid ? seconds : null, JSON.stringify(details)]
}

/** The fee terms of the payment, where it had a fee. */
const keptTerms = ({ status, held }: Order['attempts'][number]) =>
  status !== 'Success' || held
    ? null
    : JSON.stringify({
        percent_fee: feeTerms.percentFee,
        minimum_fee_minor: String(feeTerms.minimumFeeMinor),
        flat_fee_minor: String(feeTerms.flatFeeMinor),
        tax_percent: feeTerms.taxPercent,
      })

function addTransfer(rows: Rows, owner: Owner, order: Order, attempt: Order['attempts'][number], chance: Chance): void {
  const own = [owner.merchantId, owner.environment]
  const id = idAt(attempt.endedAt, chance)
  const key = `payment:${attempt.orderRef}:captured`
  rows.ledger_transfers.push([...own, id, 'payment.captured', key, 'payment', attempt.orderRef, attempt.endedAt])
  const { feeMinor, taxMinor } = attempt
  const lines = [
    [accounts.pspReceivable(attempt.channelKey), order.amountMinor],
    [attempt.held ? accounts.lateSuspense : accounts.merchantPending, feeMinor + taxMinor - order.amountMinor],
    [accounts.feeIncome, -feeMinor],
    [accounts.feeTaxPayable, -taxMinor],
  ] as const
  for (const [at, [account, amount]] of lines.filter(([, minor]) => minor !== 0n).entries())
    rows.ledger_entries.push([...own, id, at + 1, account, order.currency, amount])
}

/** When a link was opened, first tried and paid. Half of those that nobody tried were at least opened. */
function momentsOf({ at, attempts, status }: Order, chance: Chance): (Date | null)[] {
  const part = chance.next()
  const started = attempts[0]?.at
  if (!started) return [part < 0.5 ? new Date(at.getTime() + Math.round(part * 7_200_000)) : null, null, null]
  const opened = new Date(at.getTime() + Math.round(part * (started.getTime() - at.getTime())))
  return [opened, started, (status === 'success' && attempts.at(-1)?.endedAt) || null]
}

/** After how many hours a link expires, if it does. */
const hours = ({ at, expiresAt }: Order) => expiresAt && Math.round((expiresAt.getTime() - at.getTime()) / 3_600_000)

/** A UUID of version 7 of a moment, from chance that can be made again. */
function idAt(moment: Date, chance: Chance): string {
  const bytes = chance.bytes(16)
  bytes.writeUIntBE(moment.getTime(), 0, 6)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Rows as COPY reads them. */
export const copyText = (rows: Cell[][]): string => rows.map((row) => `${row.map(cellText).join('\t')}\n`).join('')
function cellText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'string' ? cell.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] as string) : String(cell)
}
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
