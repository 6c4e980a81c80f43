import { Fault } from '#contract/faults.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { ProviderWord } from '#server/db/provider-word.ts'
import type { Owner, Services } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import type { Tested } from '#server/providers/provider.ts'
import { type Credentials, maskOf } from './credentials.ts'

/**
 * Asks a provider about credentials, with no transaction open. A provider that has nothing to connect takes any. Its words
 * come back without the credentials, which it may repeat.
 */
export async function askProvider(
  services: Services,
  environment: Environment,
  { provider, credentials }: { provider: string; credentials: Credentials },
): Promise<Tested> {
  const { connection } = services.provider(provider, credentials, environment)
  if (!connection) return { kind: 'working', account: '', checks: [] }
  const tested = await connection.test(AbortSignal.timeout(limits.credentialsTestMs))
  const clean = (words: string) => withoutCredentials(words, credentials)
  if (tested.kind === 'silent') return { ...tested, why: clean(tested.why) }
  if (tested.kind === 'refused') return { ...tested, providerText: clean(tested.providerText) }
  const checks = tested.checks.map((check) => ({ ...check, text: clean(check.text) }))
  return { ...tested, account: clean(tested.account), checks }
}

/** A provider's words with each of the credentials in them masked, and no longer than is kept. */
export function withoutCredentials(words: string, credentials: Credentials): string {
  const values = Object.values(credentials).filter((value) => value.length >= 8)
  return values.reduce((text, value) => text.replaceAll(value, maskOf(value)), words).slice(0, 500)
}

/** The fault of refused credentials, at the field and with the provider's own words. */
export function refusal({ field, providerText }: Extract<Tested, { kind: 'refused' }>): Fault {
  const params = { words: providerText }
  const error = { reason: 'provider_refused', params, text: providerText || 'The provider refuses this.' }
  return new Fault('credentialsRefused', { errors: [{ path: `creds.${field}`, ...error }] })
}
/** The fault of a provider that gave no answer; `reason` says what became of the credentials. */
export const silence = (reason: 'kept_unverified' | 'not_changed', why: string) =>
  new Fault('providerSilent', {
    errors: [{ path: '', reason, text: fates[reason] }],
    why,
  })
const fates = {
  kept_unverified: 'The credentials are kept and can be tested later.',
  not_changed: 'Nothing was changed.',
}

/** What is written about credentials that were tested; nothing where the provider gave no answer. */
export function foundOut(tested: Tested, now: Date) {
  if (tested.kind === 'silent') return { checked_at: now }
  const word: ProviderWord =
    tested.kind === 'refused' ? { text: tested.providerText } : { account: tested.account, checks: tested.checks }
  return { credentials_state: tested.kind, checked_at: now, provider_word: JSON.stringify(word) }
}
/** The merchant that a request is about, of which a signed-in user's always has one. */
export function ownerOf({ owner }: Before): Owner {
  if (!owner) throw new Error('a request without an owner')
  return owner
}
