import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Services } from '#server/kit/ctx.ts'
import type { Progress } from '#server/providers/provider.ts'
import { partnerOf } from './partner.ts'
import type { CaseRow } from './queries.ts'

/** The key of what was handed in, by which the provider performs it once. */
export const keyOf = ({ case_id: id, round }: Pick<CaseRow, 'case_id' | 'round'>): string =>
  round === 1 ? id : `${id}-${round}`

/** The id of the case in such a key, as a provider repeats it; empty for another text. */
export const caseIn = (key: string): string => /^[0-9a-f-]{36}(?=-\d+$|$)/.exec(key)?.[0] ?? ''

interface Where {
  services: Services
  catalogueKey: string
  environment: Environment
}

/** Asks the provider how far an account is, with no transaction open; silent where the operator has no partner account any more. */
export async function askPartner(
  { services, catalogueKey, environment }: Where,
  account: { key: string; accountRef: string },
  signal: AbortSignal,
): Promise<Progress> {
  const entry = catalogueEntry(catalogueKey)
  const partner = entry && partnerOf(services, entry, environment)
  if (!partner || 'obstacle' in partner) return { kind: 'silent', why: 'the operator has no partner account' }
  return partner.onboarding.ask(account, signal)
}
