import type { Currency } from '#contract/kit/money.ts'
import {
  readSalesAbroad,
  readSalesAbroadPies,
  readSalesAbroadStacks,
  salesGroups,
} from '#contract/remittance-dashboard.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { timeFilter, type Shown } from '../period.ts'

const rest = { keepPrevious: true, everyMs: 30_000 }

/** The answers that the dashboard of sales abroad is drawn from: of one source currency, or of all in the base currency. */
export function useSalesAbroad(shown: Shown, currency: Currency | null) {
  const asked = { time_filter: timeFilter(shown), ...(currency && { currency }) }
  const pie = (groupby: (typeof salesGroups)[number]) => ({ body: { ...asked, groupby } })
  return {
    tiles: useCall(readSalesAbroad, { body: { ...asked, compare_filter: timeFilter(shown.compared) } }, rest),
    pies: {
      payment_methods: useCall(readSalesAbroadPies, pie('payment_methods'), rest),
      countries: useCall(readSalesAbroadPies, pie('countries'), rest),
      source_currencies: useCall(readSalesAbroadPies, pie('source_currencies'), rest),
    },
    stacks: useCall(readSalesAbroadStacks, { body: { ...asked, period: shown.period } }, rest),
  }
}
export type SalesAbroad = ReturnType<typeof useSalesAbroad>
