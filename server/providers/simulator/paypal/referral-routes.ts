import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DialectParts } from '../dialect.ts'
import { documentOf, escaped } from '../page-html.ts'
import type { Merchant, Referral } from './entries.ts'
import { notFound, PaypalError } from './errors.ts'
import type { paypalEvents } from './events.ts'
import { backTo, gone, sendPage } from '../send-page.ts'
import { accountOf, parsed, type Surface } from './surface.ts'
import { merchantIdOf, newId } from './ids.ts'

/** A partner refers its merchants to PayPal, and asks how far they are. The partner's id is that of its account. */
export function referralRoutes(app: FastifyInstance, { state, enter }: Surface, { now, origin }: DialectParts): void {
  const link = (rel: string, path: string) => ({ href: `${origin()}${path}`, rel, method: 'GET' })

  app.post('/v2/customer/partner-referrals', async (request, reply) => {
    const { tracking_id, partner_config_override: config, email } = parsed(ReferralBody, request.body)
    const id = newId()
    const account = accountOf(request)
    const return_url = config?.return_url ?? ''
    const entry = { kind: 'referral', account, id, at: now().toISOString(), tracking_id, return_url } as const
    await enter({ ...entry, ...(email !== undefined && { email }) })
    const links = [link('self', `/v2/customer/partner-referrals/${id}`), link('action_url', `/onboard?token=${id}`)]
    return reply.code(201).send({ links })
  })

  /** The merchant of a path whose partner is the account that asks. */
  function merchantOf(partner: string, account: string, is: (referral: Referral) => boolean): Referral {
    if (partner !== merchantIdOf(account)) throw new PaypalError(403, 'PERMISSION_DENIED', 'Not your merchants.')
    const found = state.referrals(account).find((referral) => is(referral) && state.merchant(referral.id) !== undefined)
    if (!found) throw notFound()
    return found
  }

  app.get<OfPartner>('/v1/customer/partners/:partner/merchant-integrations', async (request) => {
    const { tracking_id } = parsed(TrackingQuery, request.query)
    const { partner } = request.params
    const found = merchantOf(partner, accountOf(request), (referral) => referral.tracking_id === tracking_id)
    return { merchant_id: merchantIdOf(found.id), tracking_id }
  })

  app.get<OfMerchant>('/v1/customer/partners/:partner/merchant-integrations/:merchant', async (request) => {
    const { partner, merchant } = request.params
    const found = merchantOf(partner, accountOf(request), ({ id }) => merchantIdOf(id) === merchant)
    return integrationOf(found, state.merchant(found.id))
  })
}

/** The page on which a merchant connects its account; opened again, the account's state can be changed. */
export function onboardingPage(
  app: FastifyInstance,
  { state, enter }: Surface,
  events: ReturnType<typeof paypalEvents>,
  { announce, now }: DialectParts,
): void {
  app.get<Of>('/onboard', async (request, reply) => {
    const referral = state.referral(request.query.token ?? '')
    return referral ? sendPage(reply, onboardingHtml(referral), referral.return_url) : gone(reply)
  })

  app.post<Of>('/onboard', async (request, reply) => {
    const referral = state.referral(request.query.token ?? '')
    const form = Form.safeParse(request.body)
    if (!referral || !form.success) return gone(reply)
    const { account, id, tracking_id, return_url } = referral
    const at = now().toISOString()
    const is = { email_confirmed: form.data.email === 'confirmed', receivable: form.data.account === 'active' }
    await enter({ kind: 'merchant', account, id, at, ...is })
    for (const message of events.onboarded(referral, { merchant: merchantIdOf(id), at })) announce(message)
    if (return_url === '') return reply.redirect(`onboard?token=${id}`, 303)
    const query = {
      merchantId: tracking_id,
      merchantIdInPayPal: merchantIdOf(id),
      permissionsGranted: 'true',
      isEmailConfirmed: String(is.email_confirmed),
    }
    return reply.redirect(backTo(return_url, query), 303)
  })
}

interface Of {
  Querystring: { token?: string }
}
interface OfPartner {
  Params: { partner: string }
}
interface OfMerchant {
  Params: { partner: string; merchant: string }
}

const integrationOf = ({ id, tracking_id, email, at }: Referral, merchant: Merchant | undefined) => ({
  merchant_id: merchantIdOf(id),
  tracking_id,
  products: [{ name: 'EXPRESS_CHECKOUT', status: 'ACTIVE' }],
  payments_receivable: merchant?.receivable ?? false,
  primary_email_confirmed: merchant?.email_confirmed ?? false,
  ...(email !== undefined && { primary_email: email }),
  date_created: at,
  granted_permissions: ['EXPRESS_CHECKOUT', 'REFUND', 'AUTH_CAPTURE'],
})

const onboardingHtml = ({ tracking_id }: Referral): string =>
  documentOf(
    'PayPal: connect your account',
    `<dl><div><dt>Merchant</dt><dd>${escaped(tracking_id)}</dd></div></dl>
<form method="post">
<label for="email">Its e-mail address is</label>
<select id="email" name="email"><option value="confirmed">confirmed</option><option value="open">not confirmed yet</option></select>
<label for="account">The account is</label>
<select id="account" name="account"><option value="active">active</option><option value="inactive">not active</option></select>
<button>Agree and connect</button>
</form>`,
  )

const Form = z.object({ email: z.enum(['confirmed', 'open']), account: z.enum(['active', 'inactive']) })
const TrackingQuery = z.object({ tracking_id: z.string().min(1).max(127) })
const ReferralBody = z.object({
  tracking_id: z.string().min(1).max(127),
  email: z.string().max(254).optional(),
  partner_config_override: z
    .object({
      return_url: z
        .url({ protocol: /^https?$/ })
        .max(127)
        .optional(),
    })
    .optional(),
  operations: z
    .array(z.object({ operation: z.string() }))
    .min(1)
    .max(5),
  products: z.array(z.string()).min(1).max(5).optional(),
  legal_consents: z
    .array(z.object({ type: z.literal('SHARE_DATA_CONSENT'), granted: z.literal(true) }))
    .min(1)
    .max(5),
})
