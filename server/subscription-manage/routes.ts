import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { managePageHtml } from '#checkout/subscriptions/manage.ts'
import type { ManageView } from '#checkout/subscriptions/manage-view.ts'
import type { OrderView, PayView } from '#checkout/view.ts'
import type { Language } from '#i18n/languages.ts'
import { languageOf } from '#i18n/negotiate.ts'
import { orderView } from '#server/checkout/order-view.ts'
import { checkoutAssets, payPage, payPageHeaders } from '#server/checkout/page.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { httpOf } from '#server/kit/http/cookies.ts'
import { base } from '#server/kit/http/serve.ts'
import { textsOf } from '#server/kit/texts.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { payableOf } from '#server/payables/payable.ts'
import { readTerms } from '#server/subscription-charges/terms.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import { findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { hasSession } from './session.ts'
import { managedView } from './view.ts'

const texts = textsOf('checkout')

/** The pages on which a customer sees to a subscription. Without a session they show nothing of it but the merchant. */
export function manageRoutes(app: FastifyInstance, parts: ServeParts): void {
  const { page: assets, manage: manageAssets } = checkoutAssets()
  const config = { rate: 'shopper', call: 'shoppersPage', priority: 'money' } as const

  /** Reads a subscription for its page; null where there is none. */
  async function read<T>(
    request: Request,
    work: (ctx: Ctx, subscription: SubscriptionRow) => Promise<T>,
  ): Promise<T | null> {
    const found = await parts.findPayable(request.params.ref)
    if (found?.payable.kind !== 'subscription') return null
    return ownTransaction(parts, found.owner, { requestId: request.id }, async (ctx) => {
      const subscription = await findSubscription(ctx, found.payable.ref)
      return subscription ? work(ctx, subscription) : null
    })
  }
  const sendPage = (reply: FastifyReply, view: PayView) => {
    const { status, headers, html } = payPage(view)
    return reply.code(status).headers(headers).send(html)
  }

  app.get<Asked>('/pay/manage/:ref', { config }, async (request, reply) => {
    const language = languageIn(request)
    const view = await read(request, async (ctx, subscription): Promise<ManageView> => {
      const { order_ref: ref } = subscription
      const common = { ...(await merchantPart(ctx)), language, assets: manageAssets, manageUrl: manageUrlOf(ref) }
      if (!(await hasSession(ctx, ref, httpOf(request, reply)))) return { ...common, state: 'locked' }
      return { ...common, state: 'open', ...(await managedView(ctx, subscription, language)) }
    })
    if (!view) return sendPage(reply, { state: 'not_found', language, assets })
    return reply.headers(payPageHeaders()).send(managePageHtml(view, texts[language]))
  })

  app.get<Asked>('/pay/manage/:ref/method', { config }, async (request, reply) => {
    const language = languageIn(request)
    const view = await read(request, async (ctx, subscription): Promise<OrderView | 'locked'> => {
      if (!(await hasSession(ctx, subscription.order_ref, httpOf(request, reply)))) return 'locked'
      return { ...(await methodView(ctx, subscription, language)), language, assets }
    })
    if (!view) return sendPage(reply, { state: 'not_found', language, assets })
    // A press on its page opens it again.
    if (view === 'locked') return reply.redirect(`/pay/manage/${request.params.ref}?lang=${language}`, 302)
    return sendPage(reply, view)
  })
}

interface Asked {
  Params: { ref: string }
  Querystring: { lang?: string }
}
type Request = FastifyRequest<Asked>
const languageIn = ({ headers, query }: Request) => languageOf(headers['accept-language'], String(query.lang ?? ''))

const manageUrlOf = (ref: string): string => `${base}/api/checkout/${ref}/manage`

async function merchantPart(ctx: Ctx): Promise<Pick<ManageView, 'merchant' | 'environment'>> {
  const { brand_name, name, logo, website_url: backUrl } = await merchantOf(ctx)
  return {
    merchant: { name: brand_name || name, logo: logoAddress(ctx.services, logo), backUrl },
    environment: ctx.owner.environment,
  }
}

/** The form of the set-up once more, for another method: nothing is paid by it. */
async function methodView(ctx: Ctx, subscription: SubscriptionRow, language: Language) {
  const of = payableOf(ctx, 'subscription')
  const standing = await of.read(ctx, subscription.order_ref)
  if (!standing) throw new Error('a subscription that is no payable')
  const asked = { ...standing, state: 'payable', amountMinor: 0n, expiresAt: null } as const
  const view = await orderView(ctx, of, isCharged(subscription) ? asked : standing, { language, query: {} })
  return {
    ...view,
    receiptUrl: '',
    pendingOrderRef: '',
    attemptsUrl: `${manageUrlOf(subscription.order_ref)}/mandates`,
    subscription: await readTerms(ctx, subscription, { language, act: 'method' }),
  }
}
