import { Fault } from '#contract/faults.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { ProviderWord } from '#server/db/provider-word.ts'
import type { Ctx, Owner, Services } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import type { Tested } from '#server/providers/provider.ts'
import type { Credentials } from './credentials.ts'

/** Asks a provider about credentials, with no transaction open. A provider that has nothing to connect takes any. */
export async function askProvider(
  services: Services,
  environment: Environment,
  { provider, credentials }: { provider: string; credentials: Credentials },
): Promise<Tested> {
  const { connection } = services.provider(provider, credentials, environment)
  if (!connection) return { kind: 'working', account: '', checks: [] }
  return connection.test(AbortSignal.timeout(limits.credentialsTestMs))
}

/** The fault of refused credentials, at the field and with the provider's own words. */
export function refusal({ field, providerText }: Extract<Tested, { kind: 'refused' }>): Fault {
  const words = cut(providerText)
  const error = { reason: 'provider_refused', params: { words }, text: words || 'The provider refuses this.' }
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
    tested.kind === 'refused'
      ? { text: cut(tested.providerText) }
      : {
          account: cut(tested.account),
          checks: tested.checks.map(({ name, ok, text }) => ({ name, ok, text: cut(text) })),
        }
  return { credentials_state: tested.kind, checked_at: now, provider_word: JSON.stringify(word) }
}
/** A provider's words are kept and shown up to this length. */
const cut = (words: string): string => words.slice(0, 500)

/** The merchant that a request is about, of which a signed-in user's always has one. */
export function ownerOf({ owner }: Before): Owner {
  if (!owner) throw new Error('a request without an owner')
  return owner
}
/** Reads with a transaction of its own before the request's, for what has to be known before the provider is asked. */
export const before = <T>(request: Before, read: (ctx: Ctx) => Promise<T>): Promise<T> =>
  request.apart(ownerOf(request), read)
