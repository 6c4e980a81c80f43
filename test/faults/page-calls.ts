import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, isCertain, type Answer, type Load } from './client.ts'
import { becomes } from './deployment.ts'
import { anyAddress, anyOf, type Merchant, type Question } from './intents.ts'
import type { Intent } from './journal.ts'

export const merchantOf = ({ merchants }: Load, slug: string): Merchant => {
  const merchant = merchants.find((one) => one.slug === slug)
  if (!merchant) throw new Error('no such merchant')
  return merchant
}

/** A payment page as its merchant sees it. */
export interface ShownPage {
  page_ref: string
  version: number
  custom_url: string
  stock_available: number | null
  units_sold: number
  revenue: number
}

/** Makes a page that sells several units of one thing, in a currency of two decimals. */
export function makePage(
  load: Load,
  merchant: Merchant,
  { unitMinor, currency = merchant.currency, ...more }: { unitMinor: bigint; currency?: string } & Fields,
): Promise<ShownPage> {
  const session = anyOf(merchant.sessions)
  const amount = Number(unitMinor) / 100
  const order = { failure_url: '', merchant_order_id: randomUUID(), success_url: '' }
  const signed = { amount: String(amount), client_key: merchant.key, currency, ...order }
  const body = {
    ...order,
    currency,
    chaipay_key: merchant.key,
    amount,
    environment: 'sandbox',
    title: 'Harbour tour',
    page_type: 'fixed_with_quantity',
    max_quantity: 5,
    email_field: 'off',
    notify_shopper: false,
    ...more,
    signature_hash: createHmac('sha256', session.signingKey)
      .update(new URLSearchParams(signed).toString())
      .digest('base64'),
  }
  return asMerchant(load, merchant, { method: 'POST', path: '/merchants/paymentPage', body }, { session })
}
type Fields = Readonly<Record<string, unknown>>

export const readPage = (load: Load, merchant: Merchant, pageRef: string): Promise<ShownPage> =>
  asMerchant(load, merchant, { method: 'GET', path: `/merchants/${merchant.key}/paymentPage/${pageRef}` })

/** Saves fields of a page as its next version; null when that is refused for the reason. */
export const savePage = (
  load: Load,
  merchant: Merchant,
  { page_ref, version }: Pick<ShownPage, 'page_ref' | 'version'>,
  fields: Fields,
  refusal = '',
): Promise<ShownPage> =>
  asMerchant(
    load,
    merchant,
    { method: 'PUT', path: `/merchants/paymentPage/${page_ref}`, body: { version, ...fields } },
    { refusal },
  )

/** Asks either API as the merchant until the answer is certain; null when refused for the named reason. */
export async function asMerchant<Content>(
  { deployment, journal }: Load,
  merchant: Merchant,
  question: Pick<Question, 'path' | 'body'> & { method: 'GET' | 'POST' | 'PUT' },
  { refusal = '', session = anyOf(merchant.sessions) } = {},
): Promise<Content> {
  const headers = {
    authorization: `Bearer ${session.token}`,
    'idempotency-key': randomUUID(),
    'x-forwarded-for': anyAddress(),
  }
  let answer: Answer | null = null
  const asked = async () =>
    isCertain((answer = await ask(journal, anyOf(deployment.apis).url, { ...question, headers })))
  await becomes(asked, 60_000)
  const { status, text, content, reason } = (answer ?? noAnswer) as Answer
  if (refusal !== '' && reason === refusal) return null as Content
  if (status !== 200) throw new Error(`${question.path}: ${text}`)
  return content as unknown as Content
}

const noAnswer: Answer = { status: 0, reason: '', text: 'no answer', content: {}, replayed: false }

/** What a shopper orders of a page as it was shown. */
export interface Wanted {
  merchant: Merchant
  pageRef: string
  version: number
  unitMinor: bigint
  quantity: number
  currency?: string
  /** The answers to the page's questions. */
  fields?: Readonly<Record<string, string>>
}

/** Makes an order, with one key until the answer is certain; null where none came. */
export async function makeOrder(
  load: Load,
  { merchant, pageRef, version, unitMinor, quantity, currency = merchant.currency, fields = {} }: Wanted,
): Promise<{ answer: Answer | null; intent: Intent }> {
  const key = randomUUID()
  const amountMinor = unitMinor * BigInt(quantity)
  const question = {
    method: 'POST',
    path: `/api/checkout/pages/${pageRef}/orders`,
    body: { version, quantity, seen_total: Number(amountMinor) / 100, fields },
    headers: { 'idempotency-key': key, 'x-forwarded-for': anyAddress() },
  } as const
  let answer: Answer | null = null
  const asked = async () => isCertain((answer = await ask(load.journal, anyOf(load.deployment.apis).url, question)))
  if (!(await becomes(asked, 60_000))) answer = null
  const { status, content, reason, text } = (answer ?? noAnswer) as Answer
  const { order_ref: ref = '' } = content as { order_ref?: string }
  const about = { merchant: merchant.slug, amountMinor, currency, linkRef: '', tries: 1 }
  return { answer, intent: { ...about, mark: key, key, kind: 'create', answer: { status, reason, ref, body: text } } }
}

/** The minutes that an order has are brought forward to this moment, and the job that ends it with them. */
export async function timePasses({ deployment }: Load, orderRef: string): Promise<void> {
  const brought = () =>
    deployment
      .sql(
        `with brought as (
           update pgboss.job set start_after = now() where name = 'expire-payable' and data ->> 'ref' = $1 and state = 'created')
         update page_orders set expires_at = now() where order_ref = $1 and attempt_ref = ''`,
        [orderRef],
      )
      .then(() => true)
      // PostgreSQL may be down at this moment.
      .catch(() => false)
  while (!(await brought())) await delay(100)
}

/**
 * Waits until no order of the page is open. Of those without an attempt, whose buyers had no answer in time or have left, the minutes
 * pass. False when some are still open after a minute.
 */
export const ordersEnd = (load: Load, pageRef: string): Promise<boolean> =>
  becomes(async () => {
    const open = await load.deployment
      .sql<{ order_ref: string }>(
        `select order_ref from page_orders where page_ref = $1 and (status in ('created', 'processing') or units = 'reserved')`,
        [pageRef],
      )
      .catch(() => [{ order_ref: '' }])
    await Promise.all(open.map(({ order_ref }) => timePasses(load, order_ref)))
    return open.length === 0
  }, 60_000)
