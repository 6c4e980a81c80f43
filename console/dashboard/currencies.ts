import type { Stats } from '#contract/analytics.ts'
import { isCurrency, type Currency } from '#contract/kit/money.ts'

/** The currencies in which there are figures. */
export const currenciesIn = (rows: readonly Stats[]): Currency[] => [...new Set(rows.map(({ currency }) => currency))]

/** The wanted currency, else the merchant's own where it has payments, else the one with the most payments. */
export function chosenCurrency(wanted: string, taken: readonly Currency[], own: string): Currency | 'all' {
  if (wanted === 'all' && taken.length > 1) return 'all'
  if (isCurrency(wanted) && (taken.includes(wanted) || taken.length === 0)) return wanted
  const usual = isCurrency(own) ? own : 'USD'
  return taken.includes(usual) ? usual : (taken[0] ?? usual)
}
