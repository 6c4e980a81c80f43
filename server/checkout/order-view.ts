import type { OrderView } from '#checkout/view.ts'
import { pageMethods } from '#checkout/view.ts'
import { shownOrderId } from '#contract/made-order-id.ts'
import { inFlightStates } from '#contract/payment-states.ts'
import type { Language } from '#i18n/languages.ts'
import { isActive, merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { base } from '#server/kit/http/serve.ts'
import { readChannelWays } from '#server/channels/ways.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { mayAttempt, type Payable, type Standing } from '#server/payables/payable.ts'
import { listAttempts, placesLeft } from '#server/payments/attempts.ts'
import { nudgePayment } from '#server/payments/nudge.ts'
import { readRouting, routingOf } from '#server/routing/read.ts'
import { routedWays } from '#server/routing/route.ts'
import { cardOf } from './card-of.ts'
import { chosenPart } from './chosen-part.ts'
import { pageWays } from './page-ways.ts'
import { waysTaken } from './ways-taken.ts'

interface Asked {
  language: Language
  /** What the address asks for. */
  query: { amount?: string; returned?: string }
}
export type OrderParts = Omit<OrderView, 'language' | 'assets'>

/** What the shopper's page shows of a payable, as it stands. */
export async function orderView(
  ctx: Ctx,
  of: Payable,
  standing: Standing,
  { language, query }: Asked,
): Promise<OrderParts> {
  const payable = { kind: of.kind, ref: standing.ref }
  const { merchant: shop } = standing.page
  const { amountMinor, part } = await chosenPart(ctx, of, standing, String(query.amount ?? ''))
  const [attempts, rows, routing, active, merchant, document, subscription] = await Promise.all([
    listAttempts(ctx, payable),
    readChannelWays(ctx),
    readRouting(ctx),
    isActive(ctx),
    merchantOf(ctx),
    of.readDocument?.(ctx, standing, language),
    of.readTerms?.(ctx, standing, language),
  ])
  const order = { ...standing, amountMinor, source: of.source, left: placesLeft(attempts) }
  const taken = part ? waysTaken(rows, standing, amountMinor) : waysTaken(rows, standing)
  const offered = pageWays(active ? routedWays(ctx, routingOf(routing, standing), order, taken) : [])
  const paid = attempts.find(({ status, late }) => status === 'Success' && !late)
  const pending = attempts.find(({ status }) => (inFlightStates as readonly string[]).includes(status))
  // A shopper may return from the provider's page before its call-back arrives. The address's parameters prove nothing.
  if (pending && query.returned !== undefined) await nudgePayment(ctx, pending.order_ref)
  return {
    state: stateOf(standing, { inFlight: pending !== undefined, channel: offered.length > 0, now: ctx.now }),
    pendingOrderRef: pending?.order_ref ?? '',
    environment: ctx.owner.environment,
    ...standing.page,
    merchant: {
      name: shop.name || merchant.brand_name || merchant.name,
      logo: shop.logo || logoAddress(ctx.services, merchant.logo),
      backUrl: shop.backUrl || merchant.website_url,
    },
    receiptUrl: paid && standing.state === 'paid' ? `/pay/${payable.ref}/receipts/${paid.order_ref}` : '',
    amountMinor,
    part,
    document,
    subscription,
    currency: standing.currency,
    description: standing.description,
    ...standing.wordsIn?.(language),
    orderRef: shownOrderId(standing.merchantOrderRef),
    customer: { name: standing.shopper.name, email: standing.shopper.email },
    expiresAt: standing.expiresAt,
    methods: pageMethods(offered),
    card: await cardOf(ctx, offered),
    attemptsUrl: attemptsUrlOf(standing),
  }
}

/** Where attempts start. What takes no money is set up without a payment. */
const attemptsUrlOf = ({ ref, recurring, amountMinor }: Standing): string =>
  `${base}/api/checkout/${ref}/${recurring && amountMinor === 0n ? 'mandates' : 'attempts'}`

function stateOf(standing: Standing, facts: { inFlight: boolean; channel: boolean; now: Date }): OrderView['state'] {
  if (standing.state === 'paid' || standing.state === 'cancelled') return standing.state
  if (facts.inFlight) return 'processing'
  if (!mayAttempt(standing, facts.now)) return 'expired'
  return facts.channel ? 'payable' : 'unavailable'
}
