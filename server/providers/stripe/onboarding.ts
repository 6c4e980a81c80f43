import type Stripe from 'stripe'
import type { Onboarding, OnboardingWish, Opened, Progress } from '../provider.ts'
import type { Answered, StripeClient } from './client.ts'

type Known = Extract<Progress, { kind: 'known' }>

/**
 * Onboards merchants as accounts of the operator's platform. An account is made once for a key, and each address of its page is
 * good for minutes and for one visit.
 * @param client of the platform itself, not of an account.
 */
export function stripeOnboarding(client: StripeClient): Onboarding {
  /** The account of a key; another one in place of one that is none of the platform's any more. */
  async function accountFor(
    { key, accountRef, facts }: OnboardingWish,
    signal: AbortSignal,
  ): Promise<Answered<string>> {
    if (accountRef !== '') {
      const read = await client.ask((stripe) => stripe.accounts.retrieve(accountRef), signal)
      if (read.kind === 'answer') return { kind: 'answer', value: accountRef }
      if (!isGone(read)) return read
    }
    const params = accountParams(key, facts)
    const idempotencyKey = accountRef === '' ? key : `${key} after ${accountRef}`
    const made = await client.ask((stripe) => stripe.accounts.create(params, { idempotencyKey }), signal)
    return made.kind === 'answer' ? { kind: 'answer', value: made.value.id } : made
  }

  return {
    async open(wish, signal) {
      const account = await accountFor(wish, signal)
      if (account.kind !== 'answer') return unopened(account)
      const link = await client.ask(
        (stripe) =>
          stripe.accountLinks.create({
            account: account.value,
            type: 'account_onboarding',
            // A page that was visited before sends the browser back for another address.
            refresh_url: wish.returnUrl,
            return_url: wish.returnUrl,
          }),
        signal,
      )
      if (link.kind !== 'answer') return unopened(link)
      const { url, expires_at: until } = link.value
      return { kind: 'opened', accountRef: account.value, url, expiresAt: new Date(until * 1_000), isOnce: true }
    },

    async ask({ accountRef }, signal) {
      const read = await client.ask((stripe) => stripe.accounts.retrieve(accountRef), signal)
      if (read.kind === 'answer') return progressOf(read.value)
      if (isGone(read)) return takenBack(accountRef)
      return { kind: 'silent', why: read.kind === 'refused' ? `answered ${read.status}` : read.why }
    },

    credentialsOf: (accountRef) => ({ account: accountRef }),
  }
}

/** The key of the platform is good, and the account is none of the platform's any more. */
const isGone = (answered: Answered<unknown>): boolean =>
  answered.kind === 'refused' && (answered.status === 403 || answered.status === 404)

function accountParams(key: string, facts: OnboardingWish['facts']): Stripe.AccountCreateParams {
  const { legal_name: name, contact_email: email, country, website_url: url, business, address, city } = facts
  const line = { ...(address && { line1: address.slice(0, 200) }), ...(city && { city: city.slice(0, 100) }) }
  return {
    type: 'standard',
    country,
    email,
    business_profile: {
      name: name.slice(0, 100),
      ...(url && { url }),
      ...(business && { product_description: business }),
    },
    company: { name: name.slice(0, 100), ...(Object.keys(line).length > 0 && { address: { ...line, country } }) },
    metadata: { onboarding: key },
  }
}

/** What Stripe cannot be asked for in these words is a rejection; everything else may be tried again. */
function unopened(answered: Exclude<Answered<unknown>, { kind: 'answer' }>): Opened {
  if (answered.kind !== 'refused') return { kind: 'silent', why: answered.why }
  const { status, error } = answered
  const isOurs = status === 401 || status === 403 || status === 409 || status === 429 || status >= 500
  return isOurs ? { kind: 'silent', why: `answered ${status}` } : { kind: 'rejected', providerText: error.message }
}

function progressOf(account: Stripe.Account): Known {
  const { id, charges_enabled: charges, details_submitted: submitted, requirements } = account
  const disabled = requirements?.disabled_reason ?? ''
  const reason = [...new Set((requirements?.errors ?? []).map((error) => error.reason))].join(' ') || disabled
  const checks: Known['checks'] = [
    { name: 'details_submitted', ok: submitted, text: submitted ? '' : 'Complete the form at Stripe.', link: '' },
    { name: 'charges_enabled', ok: charges, text: charges ? '' : reason, link: '' },
  ]
  const known = { kind: 'known', accountRef: id, checks } as const
  if (disabled.startsWith('rejected')) return { ...known, state: 'REJECTED', reason }
  if (charges) return { ...known, state: 'ACTIVE', reason: '' }
  if (!submitted || lookedAt.has(disabled)) return { ...known, state: 'PENDING', reason: '' }
  return { ...known, state: 'ACTION_REQUIRED', reason }
}

/** Stripe has something to do, and the merchant has not. */
const lookedAt: ReadonlySet<string> = new Set(['requirements.pending_verification', 'under_review', 'listed', ''])

const takenBack = (accountRef: string): Known => ({
  kind: 'known',
  state: 'ACTION_REQUIRED',
  accountRef,
  reason: 'Your Stripe account is no longer connected. Connect it again.',
  checks: [{ name: 'charges_enabled', ok: false, text: 'The account is no longer connected.', link: '' }],
})
