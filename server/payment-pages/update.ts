import type { Input } from '#contract/kit/call.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { toMajor, toMinor, type Currency } from '#contract/kit/money.ts'
import { paymentPageStates } from '#contract/payment-page-states.ts'
import type { updatePaymentPage as declaration } from '#contract/payment-pages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { afterPayment, contentOf } from './content.ts'
import { planWarning } from './expiry.ts'
import { nameOf } from './names.ts'
import { findPaymentPage, hasOrders, type FoundPage } from './queries.ts'
import { pageFault } from './rules.ts'
import { limitUnits } from './stock.ts'
import { changedIn, insertVersion, keptPage, type Versioned } from './versions.ts'

type Body = Input<typeof declaration>['body']

/**
 * Saves the given fields of a page as a new version, and activates or deactivates it. Throws `notFound`, `wrongState` once it is
 * cancelled, `changedMeanwhile` for another version than the latest, and the faults of creation.
 */
export async function updatePaymentPage(ctx: Ctx, pageRef: string, body: Body): Promise<void> {
  const page = await lockToChange(ctx, pageRef, body.version)
  if (body.page_ref !== undefined && body.page_ref !== pageRef) {
    if (!(await findPaymentPage(ctx, body.page_ref))) throw new Fault('notFound')
    throw fieldFault('pageField', 'page_ref', 'contradicts', 'This differs from the address of the request.')
  }
  const columns = mergedOf(page, body)
  const content = afterPayment(strayless(body), contentOf(body, page.content))
  const custom_url = body.custom_url ?? page.custom_url
  const late_payment = lateOf(page, body)
  const saved = { ...columns, late_payment, content, custom_url }
  await save(ctx, page, saved)
  await setStock(ctx, page, body)
  if (body.status && body.status !== page.status) await setStatus(ctx, page, body.status)
}

/** Locks a page that may still be changed, as its reader has seen it. */
export async function lockToChange(ctx: Ctx, pageRef: string, version: number): Promise<FoundPage> {
  const page = await findPaymentPage(ctx, pageRef, { lock: true })
  if (!page) throw new Fault('notFound')
  if (page.status === 'cancelled') throw new Fault('wrongState', { why: 'the page is cancelled' })
  if (page.version !== version) throw new Fault('changedMeanwhile')
  return page
}

interface Saved extends Versioned, Pick<FoundPage, 'content' | 'custom_url'> {}

/** Saves what differs as a new version; nothing when nothing differs. The caller holds the page's lock. */
export async function save(
  ctx: Ctx,
  page: FoundPage,
  saved: Saved,
  { restored = 0 }: { restored?: number } = {},
): Promise<void> {
  const { content, custom_url, amount, min_amount, max_amount, promo_discount, shipping_charges, ...columns } = saved
  const fault = pageFault({ ...saved, after_payment: content.after_payment })
  if (fault) throw fault
  const isOther = saved.page_type !== page.page_type || saved.currency !== page.currency
  if (isOther && (await hasOrders(ctx, page.page_ref)))
    throw fieldFault(
      'pageType',
      saved.currency === page.currency ? 'page_type' : 'currency',
      'has_orders',
      'It has orders.',
    )
  const after = keptPage(saved)
  const changed = changedIn(keptPage(page), after)
  const isRenamed = custom_url !== page.custom_url
  if (changed.length === 0 && !isRenamed && !restored) return
  const version = page.version + 1
  const isMoved = saved.expires_at?.getTime() !== page.expires_at?.getTime()
  await ctx.own
    .update('payment_pages')
    .set({
      ...columns,
      amount_minor: amount,
      min_amount_minor: min_amount,
      max_amount_minor: max_amount,
      promo_discount_minor: promo_discount,
      shipping_charges_minor: shipping_charges,
      title_lower: columns.title.toLowerCase(),
      custom_url,
      custom_url_lower: custom_url.toLowerCase(),
      content: JSON.stringify(content),
      ...(isMoved && { expiry_told: planWarning(ctx, page.page_ref, saved.expires_at) }),
      version,
      updated_at: ctx.now,
    })
    .where('page_ref', '=', page.page_ref)
    .execute()
  if (isRenamed) await nameOf(ctx, page.page_ref, custom_url)
  const named = isRenamed ? [...changed, 'custom_url'] : changed
  insertVersion(ctx, { pageRef: page.page_ref, version, page: after, changed: named, restored })
  if (restored) addTimelineEntry(ctx, 'payment_page', page.page_ref, 'restored', { version: String(restored) })
  else addTimelineEntry(ctx, 'payment_page', page.page_ref, 'saved', { version: String(version) })
  ctx.auditSubject(
    page.page_ref,
    changesFrom(
      { version: page.version, title: page.title, custom_url: page.custom_url },
      { version, title: saved.title, custom_url },
    ),
  )
}

/** The columns after a request; amounts are converted by the currency that the page will have. */
function mergedOf(page: FoundPage, body: Body): Versioned {
  const currency = body.currency ?? page.currency
  // In another currency an amount that is not sent stays what it reads as: 12 SGD, 12 JPY.
  const minor = (path: string, said: number | undefined, before: bigint) =>
    said === undefined && currency === page.currency
      ? before
      : minorOf(path, said ?? toMajor(before, page.currency), currency)
  const { merchant_details: details } = body
  return {
    title: body.title || page.title,
    page_type: body.page_type ?? page.page_type,
    currency,
    amount: minor('amount', body.amount, page.amount),
    min_amount: minor('min_amount', body.min_amount, page.min_amount),
    max_amount: minor('max_amount', body.max_amount, page.max_amount),
    promo_discount: minor('merchant_details.promo_discount', details?.promo_discount, page.promo_discount),
    shipping_charges: minor('merchant_details.shipping_charges', details?.shipping_charges, page.shipping_charges),
    min_quantity: body.min_quantity ?? page.min_quantity,
    max_quantity: body.max_quantity ?? page.max_quantity,
    expires_at: body.expires_at === undefined ? page.expires_at : body.expires_at,
    low_stock_at: body.low_stock_at === undefined ? page.low_stock_at : body.low_stock_at,
    late_payment: page.late_payment,
    source: body.source || page.source,
    success_url: body.success_url ?? page.success_url,
    failure_url: body.failure_url ?? page.failure_url,
    default_language: body.default_language ?? page.default_language,
  }
}

function minorOf(path: string, said: number, currency: Currency): bigint {
  const minor = toMinor(said, currency)
  if (typeof minor === 'string') throw fieldFault('invalidAmount', path, minor)
  return minor
}

/** The fields by which `afterPayment` decides. */
const strayless = ({ after_payment, success_url }: Body) => ({
  ...(after_payment !== undefined && { after_payment }),
  ...(success_url !== undefined && { success_url }),
})

/** With a limit that comes or goes, the policy follows, unless it was chosen otherwise. */
function lateOf(page: FoundPage, body: Body): FoundPage['late_payment'] {
  if (body.late_payment) return body.late_payment
  if (body.stock === undefined || body.stock === page.stock) return page.late_payment
  const usual = { limited: 'refund', unlimited: 'accept' } as const
  return page.late_payment === usual[page.stock] ? usual[body.stock] : page.late_payment
}

/** A limit that comes brings its units; units of one that is there change by their own call alone. */
async function setStock(
  ctx: Ctx,
  page: FoundPage,
  { stock = page.stock, stock_available: units }: Body,
): Promise<void> {
  if (units !== undefined && (stock === 'unlimited' || page.stock === 'limited'))
    throw fieldFault('pageField', 'stock_available', 'by_its_call', 'The stock is changed by the call for it.')
  if (stock !== page.stock) await limitUnits(ctx, page.page_ref, stock === 'limited' ? (units ?? 0) : null)
}

async function setStatus(ctx: Ctx, page: FoundPage, status: 'activated' | 'deactivated'): Promise<void> {
  const action = status === 'activated' ? 'activate' : 'deactivate'
  const { from, to } = paymentPageStates.actions[action]
  const moved = await ctx.own
    .update('payment_pages')
    .set({ status: to, updated_at: ctx.now })
    .where('page_ref', '=', page.page_ref)
    .where('status', 'in', from)
    .returning('page_ref')
    .executeTakeFirst()
  if (!moved) throw new Fault('wrongState', { why: `the page is ${page.status}` })
  if (status === 'activated') addTimelineEntry(ctx, 'payment_page', page.page_ref, 'activated')
  else addTimelineEntry(ctx, 'payment_page', page.page_ref, 'deactivated')
  ctx.auditSubject(page.page_ref, changesFrom({ status: page.status }, { status }))
}
