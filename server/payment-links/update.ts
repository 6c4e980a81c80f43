import { Fault, fieldFault } from '#contract/faults.ts'
import { decimalText, type Currency } from '#contract/kit/money.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { minorOf } from '#server/kit/amount.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { hasAttemptInFlight } from '#server/payments/attempts.ts'
import { reversedPhone } from './phone.ts'
import { findPaymentLink, type FoundLink } from './queries.ts'

const numbers = [1, 2, 3, 4, 5] as const

/** What of a link changes; what is left out stays. */
export type LinkChange = Partial<
  Record<
    | 'country' | 'description' | 'customer_name' | 'email' | 'phone' | 'success_url' | 'failure_url'
    | `user_configured_field${(typeof numbers)[number]}`,
    string | undefined
  >
> & { /** In major units. */ amount?: number | undefined; currency?: Currency | undefined; expiresAt?: Date | undefined } // prettier-ignore

/**
 * Changes a link that can still be paid. Throws `notFound`, `wrongState` for one that is over, `inFlight` while an attempt is under
 * way, and `invalidRequest` for an end that has passed and a currency without an amount, `invalidAmount`.
 */
export async function updatePaymentLink(ctx: Ctx, linkRef: string, change: LinkChange): Promise<void> {
  const link = await findPaymentLink(ctx, linkRef, { lock: true })
  if (!link) throw new Fault('notFound')
  if (link.status !== 'created' && link.status !== 'processing') throw new Fault('wrongState')
  if (await hasAttemptInFlight(ctx, { kind: 'link', ref: linkRef })) throw new Fault('inFlight')
  const { expiresAt, currency = link.currency } = change
  const amount = change.amount === undefined ? link.amount : minorOf(change.amount, currency)
  if (expiresAt && expiresAt <= ctx.now) throw fieldFault('invalidRequest', 'expiry_date', 'too_early')
  if (currency !== link.currency && change.amount === undefined)
    throw fieldFault('invalidRequest', 'amount', 'required', 'Say how much in this currency.')
  const after = textsOf(link, change)
  const { own, ...texts } = after
  await ctx.own
    .update('payment_links')
    .set({
      ...texts,
      amount_minor: amount,
      currency,
      customer_name_lower: texts.customer_name.toLowerCase(),
      email_lower: texts.email.toLowerCase(),
      phone_reversed: reversedPhone(texts.phone),
      user_configured_fields: own,
      ...(expiresAt && { expires_at: expiresAt }),
    })
    .where('link_ref', '=', linkRef)
    .execute()
  if (expiresAt) ctx.enqueue(expirePayable, { kind: 'link', ref: linkRef }, { after: expiresAt })
  const said = {
    amount: decimalText(link.amount, link.currency),
    currency: link.currency,
    expires_at: link.expires_at ?? '',
  }
  const saying = { amount: decimalText(amount, currency), currency, expires_at: expiresAt ?? said.expires_at }
  const { own: _, ...before } = textsOf(link, {})
  ctx.auditSubject(linkRef, changesFrom({ ...before, ...said }, { ...texts, ...saying }))
  addTimelineEntry(ctx, 'payment_link', linkRef, 'updated')
}

const textsOf = (link: FoundLink, change: LinkChange) => ({
  country: change.country ?? link.country,
  description: change.description ?? link.description,
  customer_name: change.customer_name ?? link.customer_name,
  email: change.email ?? link.email,
  phone: change.phone ?? link.phone,
  success_url: change.success_url ?? link.success_url,
  failure_url: change.failure_url ?? link.cancel_url,
  own: numbers.map((number) => change[`user_configured_field${number}`] ?? link[`user_configured_field${number}`]),
})
