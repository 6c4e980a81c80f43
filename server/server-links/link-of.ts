import type { createPaymentLinkByServer, updatePaymentLink } from '#contract/server-links.ts'
import type { createPaymentLink } from '#contract/payment-links.ts'
import type { Input } from '#contract/kit/call.ts'
import { phone } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { LinkChange } from '#server/payment-links/update.ts'

type Asked = Input<typeof createPaymentLinkByServer>['body']
type Link = Omit<Input<typeof createPaymentLink>['body'], 'signature_hash'>
/** The customer, in the fields that merchants' servers know. */
type Customer = Pick<Asked, 'billing_details' | 'customer_details'>

/** The link that a server asks for, as the console would. */
export function linkOf(ctx: Ctx, asked: Asked): Link {
  const { customer_details: _c, billing_details, country_code, expiry_date, ...body } = asked
  const { shipping_details: _s, order_details: _o, pending_url: _p, ...link } = withoutLooks(body)
  const address = billing_details?.billing_address
  const own = {
    line_1: address?.line_1,
    line_2: address?.line_2,
    city: address?.city,
    country_code: /^[A-Z]{2}$/.test(address?.country_code ?? '') ? address?.country_code : undefined,
  }
  return {
    ...customerOf(asked),
    ...(country_code && { country: country_code }),
    ...(expiry_date && { expiry_hours: hoursUntil(ctx, expiry_date) }),
    ...(address && { billing_address: own }),
    ...sentOf(link),
    source: asked.source || 'api',
    environment: ctx.owner.environment,
  }
}

/** What a server changes of a link. */
export function changeOf(asked: Input<typeof updatePaymentLink>['body']): LinkChange {
  const { country_code: country, expiry_date: expiresAt, environment: _, ...body } = asked
  const { billing_details: _b, customer_details: _c, ...rest } = withoutLooks(body)
  const { shipping_details: _s, order_details: _o, pending_url: _p, ...link } = rest
  return { ...customerOf(asked), ...sentOf({ ...link, country, expiresAt }) }
}

/** Those that are there; an absent one would take the place of what the customer's details say. */
const sentOf = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

/** A link says in whole hours when it ends; one that ends sooner ends in an hour. */
const hoursUntil = ({ now }: Ctx, moment: Date) =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 3_600_000))

export function customerOf({ billing_details: billing, customer_details: customer }: Customer) {
  const name = customer?.name || [billing?.billing_name, billing?.billing_surname].filter(Boolean).join(' ')
  const email = customer?.email_address || billing?.billing_email
  const number = phone.safeParse(customer?.phone_number || billing?.billing_phone)
  return {
    ...(name && { customer_name: name.slice(0, 120) }),
    ...(email && { email }),
    ...(number.success && { phone: number.data }),
  }
}

function withoutLooks<Body extends Pick<Asked, 'show_items'>>(body: Body) {
  const {
    mobile_redirect_url: _1,
    show_shipping_details: _2,
    show_back_button: _3,
    show_items: _4,
    show_saved_cards: _5,
    is_checkout_embed: _6,
    is_billing_shipping_same: _7,
    default_guest_checkout: _8,
    ...rest
  } = body as Body & Partial<Asked>
  return rest
}
