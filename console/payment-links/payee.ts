import type { Currency } from '#contract/kit/money.ts'
import type { Merchant } from '#contract/merchants.ts'
import type { CurrentUser } from '#contract/session.ts'
import { currencyOf } from '#console/kit/auth/session.ts'

/** The merchant whose link it is: the user's own, or the one that is acted for. */
export interface Payee {
  name: string
  logo: string
  currency: Currency
  country: string
}

export const ownPayee = (user: CurrentUser): Payee => ({
  name: user.merchant_name,
  logo: user.merchant_logo,
  currency: currencyOf(user),
  country: user.country,
})

export const payeeOf = ({ name, brand_name, logo, currency, country }: Merchant): Payee => ({
  name: brand_name || name,
  logo,
  currency,
  country,
})
