import { z } from 'zod'
import type { Onboarding, OnboardingWish, Opened, Progress } from '../provider.ts'
import type { Ask, Reply } from './http.ts'

interface PartnerParts {
  ask: Ask
  /** The partner's own id at PayPal. */
  partnerId: string
  /** Where merchants find their accounts, without a slash at the end; empty for a simulated PayPal. */
  site: string
}

/** Onboards merchants by Partner Referrals. PayPal names an account only once its owner has agreed on its page. */
export function paypalOnboarding({ ask, partnerId, site }: PartnerParts): Onboarding {
  const integrations = `/v1/customer/partners/${encodeURIComponent(partnerId)}/merchant-integrations`

  /** The account that was connected for a key; empty while none is. */
  async function accountOf(key: string, signal: AbortSignal): Promise<string | Reply> {
    const path = `${integrations}?tracking_id=${encodeURIComponent(key)}`
    const reply = await ask({ method: 'GET', path }, signal)
    if (reply.kind === 'answer' && reply.status === 404) return ''
    const found = isGood(reply) ? Named.safeParse(reply.json).data : undefined
    return found?.merchant_id ?? reply
  }

  /** How an account is; null when PayPal does not have it among the partner's. */
  async function read(account: string, signal: AbortSignal): Promise<Progress | null> {
    const reply = await ask({ method: 'GET', path: `${integrations}/${encodeURIComponent(account)}` }, signal)
    if (reply.kind === 'answer' && reply.status === 404) return null
    const found = isGood(reply) ? Integration.safeParse(reply.json).data : undefined
    return found ? progressOf(account, found, site) : silence(reply)
  }

  return {
    async open(wish, signal) {
      const body = referralOf(wish)
      const reply = await ask({ method: 'POST', path: '/v2/customer/partner-referrals', body }, signal)
      const made = isGood(reply) ? Referral.safeParse(reply.json).data : undefined
      const url = made?.links.find(({ rel }) => rel === 'action_url')?.href
      if (url !== undefined) return { kind: 'opened', accountRef: wish.accountRef, url, expiresAt: null }
      return unopened(reply)
    },

    async ask({ key, accountRef }, signal) {
      const known = accountRef === '' ? null : await read(accountRef, signal)
      if (known) return known
      // The owner may have agreed again since, perhaps with another account.
      const account = key === '' ? '' : await accountOf(key, signal)
      if (typeof account !== 'string') return silence(account)
      const now = account === '' || account === accountRef ? null : await read(account, signal)
      if (now) return now
      return accountRef === '' ? notThere : takenBack(accountRef)
    },

    credentialsOf: (accountRef) => ({ merchant_id: accountRef }),
  }
}

function referralOf({ key, facts, returnUrl }: OnboardingWish) {
  return {
    tracking_id: key,
    email: facts.contact_email,
    ...(returnUrl.length <= maxUrl && { partner_config_override: { return_url: returnUrl } }),
    operations: [
      {
        operation: 'API_INTEGRATION',
        api_integration_preference: {
          rest_api_integration: {
            integration_method: 'PAYPAL',
            integration_type: 'THIRD_PARTY',
            third_party_details: { features: ['PAYMENT', 'REFUND', 'ACCESS_MERCHANT_INFORMATION'] },
          },
        },
      },
    ],
    products: ['EXPRESS_CHECKOUT'],
    legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
  }
}
const maxUrl = 127

function progressOf(accountRef: string, found: z.infer<typeof Integration>, site: string): Progress {
  const email = found.primary_email_confirmed
  const receivable = found.payments_receivable
  const checks = [
    {
      name: 'primary_email_confirmed',
      ok: email,
      text: email ? '' : 'Confirm your e-mail address with PayPal to take payments.',
      link: email || site === '' ? '' : `${site}/businessprofile/settings`,
    },
    {
      name: 'payments_receivable',
      ok: receivable,
      text: receivable ? '' : 'Your PayPal account cannot take payments at the moment. Ask PayPal.',
      link: receivable ? '' : site,
    },
  ] as const
  const reason = checks.flatMap(({ text }) => (text === '' ? [] : [text])).join(' ')
  const state = reason === '' ? 'ACTIVE' : 'ACTION_REQUIRED'
  return { kind: 'known', state, accountRef, reason, checks: [...checks] }
}

const notThere: Progress = { kind: 'known', state: 'PENDING', accountRef: '', reason: '', checks: [] }

/** PayPal does not have the account among the partner's any more: its owner has withdrawn the permissions. */
const takenBack = (accountRef: string): Progress => {
  const reason = 'Your PayPal account is no longer connected. Connect it again.'
  const checks = [{ name: 'payments_receivable' as const, ok: false, text: reason, link: '' }]
  return { kind: 'known', state: 'ACTION_REQUIRED', accountRef, reason, checks }
}

/** What PayPal finds wrong with the facts is a rejection; everything else may be tried again. */
function unopened(reply: Reply): Opened {
  if (reply.kind !== 'answer') return { kind: 'silent', why: reply.why }
  const error = Refusal.safeParse(reply.json).data
  if ((reply.status !== 400 && reply.status !== 422) || !error)
    return { kind: 'silent', why: `answered ${reply.status}` }
  const [detail] = [...(error.details ?? []), ...(error.issues ?? [])]
  return { kind: 'rejected', providerText: detail?.description ?? error.message ?? error.name }
}

const silence = (reply: Reply): Progress => ({
  kind: 'silent',
  why: reply.kind === 'answer' ? `answered ${reply.status}` : reply.why,
})
const isGood = (reply: Reply): reply is Extract<Reply, { kind: 'answer' }> =>
  reply.kind === 'answer' && reply.status >= 200 && reply.status < 300

const Referral = z.object({ links: z.array(z.object({ rel: z.string(), href: z.url({ protocol: /^https?$/ }) })) })
const Named = z.object({ merchant_id: z.string().min(1).max(100) })
const Integration = z.object({ payments_receivable: z.boolean(), primary_email_confirmed: z.boolean() })
const Detail = z.object({ issue: z.string(), description: z.string().optional() })
/** Answers name `details`; the published schemas name them `issues`. */
const Refusal = z.object({
  name: z.string(),
  message: z.string().optional(),
  details: z.array(Detail).optional(),
  issues: z.array(Detail).optional(),
})
