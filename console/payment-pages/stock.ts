import type { PaymentPageRow } from '#contract/payment-pages.ts'
import { westernDecimal } from '#console/kit/form/decimal.ts'

/** The units of a page with a limit. */
export interface Stock {
  free: number
  reserved: number
  sold: number
}

export const stockOf = (page: Pick<PaymentPageRow, 'stock_available' | 'stock_reserved' | 'units_sold'>): Stock => ({
  free: page.stock_available ?? 0,
  reserved: page.stock_reserved,
  sold: page.units_sold,
})

/** All units that the page was ever given, less those that were taken away. */
export const stocked = ({ free, reserved, sold }: Stock): number => free + reserved + sold

/** The form of a change: units as they are typed. */
export interface StockChange {
  way: 'add' | 'take'
  units: string
}

/** The change in units; undefined while there is none, not a number for what is no whole number above zero. */
export function changeOf({ way, units }: StockChange): number | undefined {
  const text = westernDecimal(units).trim()
  if (text === '') return undefined
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return way === 'add' ? number : -number
}
