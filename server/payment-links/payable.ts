import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { amountText } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { paymentLinkStates, type PaymentLinkState } from '#contract/payment-link-states.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Payable, Standing } from '#server/payables/payable.ts'
import { signedReturn } from '#server/payables/return-address.ts'
import { publishPaymentLinkWebhook } from './publish-webhook.ts'
import { findPaymentLink, listOverdueLinks, movePaymentLink, type FoundLink } from './queries.ts'
import { noteLinkOpened, sendLinkMove } from './steps.ts'

/** A payment link as a payable: one amount, paid once, by any method of its channels. */
export const linkPayable: Payable<LinkStanding> = {
  kind: 'link',
  objectType: 'payment_link',
  source: 'payment_link',
  finder: 'find_link',
  read: async (ctx, ref) => standingOf(await findPaymentLink(ctx, ref)),
  lock: async (ctx, ref) => standingOf(await findPaymentLink(ctx, ref, { lock: true })),

  async begin(ctx, link) {
    if (link.status === 'created') {
      sendLinkMove(ctx, link.ref, 'attempt')
      await publishPaymentLinkWebhook(ctx, link.ref)
    }
    return { amountMinor: link.amountMinor, part: 0 }
  },

  // A failed attempt leaves the link payable until it expires, and there is no reservation to release.
  async end() {},

  noteFirstOpening: noteLinkOpened,

  late: async (_ctx, link) => (link.state === 'payable' ? null : link.latePayment),

  async pay(ctx, link, attempt) {
    sendLinkMove(ctx, link.ref, 'pay')
    await publishPaymentLinkWebhook(ctx, link.ref)
    const amount = `${amountText(attempt.amount_minor, attempt.currency, defaultLanguage)} ${attempt.currency}`
    const facts = { link_ref: link.ref, order_id: attempt.merchant_order_ref, amount }
    await notify(ctx, 'link_paid', facts, { to: link.createdById })
  },

  returnTo: (ctx, link, payment) =>
    signedReturn(ctx, payment.status === 'Success' ? link.successUrl : link.failureUrl, payment),

  async expire(ctx, ref) {
    if (!(await movePaymentLink(ctx, ref, 'expire'))) return
    addTimelineEntry(ctx, 'payment_link', ref, 'expired')
    await publishPaymentLinkWebhook(ctx, ref)
  },
  listOverdue: listOverdueLinks,
}

interface LinkStanding extends Standing {
  status: PaymentLinkState
  successUrl: string
  failureUrl: string
  /** The user who made the link; they are notified of its payment. */
  createdById: string | null
}

const standingOf = (link: FoundLink | undefined): LinkStanding | undefined =>
  link && {
    ref: link.link_ref,
    state: stateOf(link.status),
    expiresAt: link.expires_at,
    merchantOrderRef: link.merchant_order_ref,
    amountMinor: link.amount,
    currency: link.currency,
    country: link.country,
    methods: null,
    ...(link.channels.length > 0 && { channels: link.channels }),
    ...(link.opened_at === null && link.started_at === null && { unopened: true as const }),
    ...(link.authorises_only && { authorisesOnly: true as const }),
    description: link.description,
    shopper: {
      name: link.customer_name,
      email: link.email,
      phone: link.phone,
      address: [link.line_1, link.line_2, link.city, link.countryCode].filter(Boolean).join(', '),
    },
    page: {
      merchant: { name: link.merchant_name, logo: link.merchant_logo, backUrl: link.merchant_back_url },
      promo: { code: link.promo_code, discountMinor: link.promo_discount },
      shippingMinor: link.shipping_charges,
    },
    latePayment: link.late_payment,
    sourceRef: '',
    status: link.status,
    successUrl: link.success_url,
    failureUrl: link.cancel_url,
    createdById: link.created_by_id,
  }

function stateOf(status: PaymentLinkState): Standing['state'] {
  if (paymentLinkStates.can(status, 'attempt')) return 'payable'
  return status === 'success' ? 'paid' : status === 'cancelled' ? 'cancelled' : 'expired'
}
