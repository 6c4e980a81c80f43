import type { Currency } from '#contract/kit/money.ts'
import { listPayMethods } from '#contract/merchants.ts'
import { wayOf, type Way } from '#contract/methods.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'

/** What decides by which ways a link can be paid. */
export interface Market {
  currency: Currency
  country: string
}

/** The ways to pay that a link of this currency and country offers; undefined until they are known. */
export function useOffered({ currency, country }: Market): readonly Way[] | undefined {
  const environment = environmentOf(useUser())
  const { data } = useCall(
    listPayMethods,
    { query: { currency, country_code: country, environment } },
    { keepPrevious: true },
  )
  return (
    data &&
    Object.entries(data).flatMap(([type, entries]) => entries.flatMap(({ sub_type }) => wayOf(type, sub_type) ?? []))
  )
}
