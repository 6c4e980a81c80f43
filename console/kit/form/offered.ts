import { useDebouncedValue } from '@mantine/hooks'
import { decimalText, toMinor, type Currency } from '#contract/kit/money.ts'
import { listPayMethods } from '#contract/merchants.ts'
import { wayOf, type Way } from '#contract/methods.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { useCall } from '#console/kit/api/use-call.ts'

/** What decides by which ways a link can be paid. */
export interface Market {
  environment: Environment
  currency: Currency
  country: string
  /** As it is typed. Without a positive amount of the currency, bounds are not looked at. */
  amount?: string
}

/** A way to pay, with the months of its plans where it has plans. */
export interface Offer extends Way {
  planMonths: readonly number[]
}

/** The ways to pay that a link of this currency, country and amount offers; undefined until they are known. */
export function useOffered({
  environment,
  currency,
  country,
  amount: written = '',
}: Market): readonly Offer[] | undefined {
  const [amount] = useDebouncedValue(amountSent(written, currency), typingMs)
  const { data } = useCall(
    listPayMethods,
    { query: { currency, country_code: country, environment, source: 'payment_link', ...(amount && { amount }) } },
    { keepPrevious: true },
  )
  return (
    data &&
    Object.entries(data).flatMap(([type, entries]) =>
      entries.flatMap(({ sub_type, plan_months: planMonths }) => {
        const way = wayOf(type, sub_type)
        return way ? [{ ...way, planMonths }] : []
      }),
    )
  )
}

/** The ways are asked for when an amount has been typed, and not for each of its digits. */
const typingMs = 300

/** The amount as the call takes it; empty for a text that is no positive amount of the currency. */
function amountSent(written: string, currency: Currency): string {
  const amount = amountNumber(written) ?? 0
  const minor = toMinor(amount, currency)
  return typeof minor === 'bigint' && minor > 0n ? decimalText(minor, currency) : ''
}
