import { declaredCountries, waysOf } from '#contract/account-fields.ts'
import { Fault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import { remittanceWays, typesOf, usualCurrency, wireFields } from '#contract/remittance-account-fields.ts'
import type { listRemittanceBanks, listRemittanceCountries } from '#contract/remittance-accounts.ts'
import { listBanks } from '#server/banks/bank.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The banks of a country; none where there is no list. Throws `notFound` where accounts name no bank. */
export async function banksOf(ctx: Ctx, country: string): Promise<Output<typeof listRemittanceBanks>> {
  const namesBank = waysOf(country).some((way) => wireFields(way).some(({ name }) => name === 'bank_id'))
  if (!namesBank) throw new Fault('notFound')
  return [...((await listBanks(ctx))[country] ?? [])]
}

/** What an account in each country needs, by the names of the wire. */
export const accountCountries = (): Output<typeof listRemittanceCountries> =>
  declaredCountries.map((country) => ({
    country,
    currency: usualCurrency(country),
    ways: waysOf(country).map((way) => ({
      key: way.key,
      account_types: typesOf(country).filter((type) => remittanceWays(country, type).includes(way)),
      fields: wireFields(way).map(({ name, field }) => ({
        name,
        kind: field.kind,
        least: 'least' in field ? field.least : null,
        most: 'most' in field ? field.most : null,
        is_optional: field.optional === true,
      })),
    })),
  }))
