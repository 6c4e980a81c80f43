import type { CatalogueEntry, CatalogueWay } from '#contract/channel-catalogue/entry.ts'
import type { updateChannelMethods as declaration } from '#contract/channels.ts'
import { type Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { planMonths } from '#contract/methods.ts'
import type { KeptLimits } from '#server/db/kept-limits.ts'
import type { KeptPlan } from '#server/db/kept-plan.ts'
import { currenciesOf } from './way-facts.ts'

type Body = Input<typeof declaration>['body']
type Asked = NonNullable<Body['methods']>[number]
type Limits = NonNullable<Asked['limits']>

/** Throws `methodImpossible` for a setting that the way cannot have. */
export function expectPossible(
  entry: CatalogueEntry,
  way: CatalogueWay,
  { is_default: isDefault, limits = [] }: Asked,
  { after, path }: { after: { is_enabled: boolean }; path: string },
): void {
  if (isDefault && !after.is_enabled) throw impossible(`${path}.is_default`, 'default_is_off')
  const taken = currenciesOf(entry, way)
  const seen = new Set<string>()
  for (const [index, { currency, minimum, maximum }] of limits.entries()) {
    const at = `${path}.limits.${index}`
    if (taken && !taken.includes(currency)) throw impossible(`${at}.currency`, 'not_a_currency')
    if (seen.has(currency)) throw impossible(`${at}.currency`, 'given_twice')
    seen.add(currency)
    if (minimum != null && maximum != null && minimum > maximum) throw impossible(`${at}.maximum`, 'below_minimum')
    const [least, most] = [way.minimum?.[currency], way.maximum?.[currency]]
    if (minimum != null && least !== undefined && minimum < least) throw impossible(`${at}.minimum`, 'outside_channel')
    if (maximum != null && most !== undefined && maximum > most) throw impossible(`${at}.maximum`, 'outside_channel')
  }
}

export const keptLimits = (limits: Limits): KeptLimits =>
  Object.fromEntries(
    limits
      .filter(({ minimum, maximum }) => minimum != null || maximum != null)
      .map(({ currency, minimum, maximum }) => [
        currency,
        { ...(minimum != null && { minimum: `${minimum}` }), ...(maximum != null && { maximum: `${maximum}` }) },
      ]),
  )

/** Instalment plans as they are kept. Throws `methodImpossible` for one that the way cannot have. */
export function keptPlans(
  entry: CatalogueEntry,
  way: CatalogueWay,
  plans: NonNullable<Body['instalments']>,
): KeptPlan[] {
  const taken = currenciesOf(entry, way)
  const seen = new Set<string>()
  return plans.map((plan, index) => {
    const { months, currency, minimum, interest_percent: interest, is_merchant_sponsored: sponsored } = plan
    const bank = plan.bank_code ?? ''
    const at = `instalments.${index}`
    if (!(planMonths as readonly number[]).includes(months)) throw impossible(`${at}.months`, 'not_a_choice')
    if (taken && !taken.includes(currency)) throw impossible(`${at}.currency`, 'not_a_currency')
    if (Number(interest) > 100) throw impossible(`${at}.interest_percent`, 'too_big')
    if (bank && way.banks && !Object.hasOwn(way.banks, bank)) throw impossible(`${at}.bank_code`, 'not_a_choice')
    const key = [months, bank, currency].join()
    if (seen.has(key)) throw impossible(`${at}.months`, 'given_twice')
    seen.add(key)
    return { months, currency, minimum: minimum == null ? null : `${minimum}`, interest, sponsored, bank }
  })
}

const impossible = (path: string, reason: string): Fault => fieldFault('methodImpossible', path, reason)
