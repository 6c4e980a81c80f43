import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { documentOf, escaped } from '../page-html.ts'
import { gone, sendPage } from '../send-page.ts'
import type { Connected, SetupLink } from './entries.ts'
import { StripeRefusal } from './errors.ts'
import { accountEvents } from './events.ts'
import { read } from './form.ts'
import type { StripeObject } from './names.ts'
import type { Surface } from './surface.ts'

const Text = z.string().max(5_000)
const AccountForm = z.object({
  type: z.literal('standard'),
  country: z.string().regex(/^[A-Z]{2}$/),
  email: z.string().max(254).optional(),
  business_profile: z.object({ name: Text.optional() }).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
})
const LinkForm = z.object({
  account: Text,
  type: z.literal('account_onboarding'),
  refresh_url: z.url({ protocol: /^https?$/ }),
  return_url: z.url({ protocol: /^https?$/ }),
})

/** Accounts that a platform makes, and the addresses of the page on which their owners set them up. */
export function connectedRoutes({ app, parts, state, keyAccountOf }: PlatformSurface): void {
  const { enter, now, origin, durable } = parts
  const seconds = () => Math.floor(now().getTime() / 1_000)

  const accountAt = (request: FastifyRequest, id: string): Connected => {
    const found = state.connected.get(id)
    if (!found || found.platform !== keyAccountOf(request)) throw noAccess(id)
    return found
  }

  app.post('/v1/accounts', async (request) => {
    const { country, email, business_profile: profile, metadata } = read(AccountForm, request.body ?? {})
    const account: Connected = {
      kind: 'connected',
      id: `acct_${randomBytes(12).toString('hex')}`,
      platform: keyAccountOf(request) ?? '',
      created: seconds(),
      country,
      email: email ?? null,
      name: profile?.name ?? '',
      metadata,
      stands: 'new',
      reason: '',
    }
    await enter(account)
    return accountObject(account)
  })

  app.get<{ Params: { id: string } }>('/v1/accounts/:id', async (request) => {
    const account = accountAt(request, request.params.id)
    await durable()
    return accountObject(account)
  })

  app.post('/v1/account_links', async (request) => {
    const { account, refresh_url, return_url } = read(LinkForm, request.body ?? {})
    const { id } = accountAt(request, account)
    const link: SetupLink = {
      kind: 'link',
      id: randomBytes(18).toString('hex'),
      account: id,
      created: seconds(),
      expires_at: seconds() + linkSeconds,
      refresh_url,
      return_url,
      used: false,
    }
    await enter(link)
    const { created, expires_at } = link
    return { object: 'account_link', created, expires_at, url: `${origin()}/setup/${link.id}` }
  })
}

/** The page on which the owner of an account sets it up, and here also says what Stripe thinks of it. */
export function setupPage(app: FastifyInstance, { parts, state }: Pick<PlatformSurface, 'parts' | 'state'>): void {
  const { enter, now, announce } = parts

  const linkOf = (request: FastifyRequest): SetupLink | undefined =>
    state.links.get((request.params as { id: string }).id)
  /** An address is good for one visit, and not for long. */
  const isOver = ({ used, expires_at }: SetupLink): boolean => used || expires_at * 1_000 <= now().getTime()

  app.get('/setup/:id', (request, reply): FastifyReply => {
    const link = linkOf(request)
    const account = link && state.connected.get(link.account)
    if (!link || !account) return gone(reply)
    return isOver(link) ? reply.redirect(link.refresh_url, 303) : sendPage(reply, setupHtml(account), link.return_url)
  })

  app.post('/setup/:id', async (request, reply) => {
    const link = linkOf(request)
    const account = link && state.connected.get(link.account)
    const form = SetupForm.safeParse(request.body)
    if (!link || !account || !form.success) return gone(reply)
    if (isOver(link)) return reply.redirect(link.refresh_url, 303)
    const changed: Connected = { ...account, ...form.data }
    await enter({ ...link, used: true })
    await enter(changed)
    for (const callback of accountEvents(changed, parts, state, accountObject(changed))) announce(callback)
    return reply.redirect(link.return_url, 303)
  })
}

/** The account of the key itself, whichever account a request names. */
export type PlatformSurface = Surface & { keyAccountOf: (request: FastifyRequest) => string | null }

const linkSeconds = 300
const noAccess = (id: string): StripeRefusal =>
  new StripeRefusal(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist).`,
  })

const reasons: Readonly<Record<Connected['stands'], string | null>> = {
  new: 'requirements.past_due',
  active: null,
  more: 'requirements.past_due',
  review: 'under_review',
  rejected: 'rejected.other',
}

export function accountObject(account: Connected): StripeObject {
  const { id, stands, reason, country, created, email, name, metadata } = account
  const due = stands === 'new' || stands === 'more' ? ['individual.verification.document'] : []
  const error = { code: 'verification_document_not_readable', reason, requirement: 'individual.verification.document' }
  return {
    id,
    object: 'account',
    business_profile: { name },
    charges_enabled: stands === 'active',
    country,
    created,
    default_currency: 'sgd',
    details_submitted: stands !== 'new',
    email,
    metadata,
    payouts_enabled: stands === 'active',
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: due,
      disabled_reason: reasons[stands],
      errors: reason ? [error] : [],
      eventually_due: due,
      past_due: due,
      pending_verification: [],
    },
    type: 'standard',
  }
}

const setupHtml = ({ name, reason }: Connected): string =>
  documentOf(
    'Stripe: set up your account',
    `<dl><div><dt>Business</dt><dd>${escaped(name)}</dd></div></dl>
<form method="post">
<label for="stands">Stripe then says</label>
<select id="stands" name="stands"><option value="active">it can take payments</option>
<option value="review">it is being looked at</option><option value="more">more is needed</option>
<option value="rejected">it is rejected</option></select>
<label for="reason">and why, unless it can take payments</label>
<input id="reason" name="reason" value="${escaped(reason)}" maxlength="200" autocomplete="off">
<button>Agree and submit</button>
</form>`,
  )

const SetupForm = z
  .object({ stands: z.enum(['active', 'review', 'more', 'rejected']), reason: z.string().max(200).default('') })
  .transform(({ stands, reason }) => ({ stands, reason: stands === 'active' ? '' : reason }))
