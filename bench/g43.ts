import { graphOf, kilobytes } from './g13.ts'
import type { Line } from './table.ts'

export const title =
  'G43 JavaScript that each screen of remittances adds to the first load, brotli, with the parts that it fetches once it is there'

const dist = `${import.meta.dirname}/../dist`
const first = [
  'console/index.html',
  'console/session/sign-in.tsx',
  'console/payment-links/list.tsx',
  'i18n/en/console.json?first',
]
const screens = {
  dashboard: 'console/dashboard/sales-abroad/screen.tsx',
  settlements: 'console/remittances/settlements/list.tsx',
  'a settlement': 'console/remittances/settlements/details.tsx',
  summary: 'console/remittances/summary/screen.tsx',
  'reserve ledger': 'console/remittances/reserve/screen.tsx',
  'bank account': 'console/remittances/bank-account.tsx',
  'payment methods': 'console/remittances/payment-methods.tsx',
  'checkout preview': 'console/remittances/checkout-preview.tsx',
}

export async function measure(): Promise<Line[]> {
  const known = graphOf(dist, first)
  return Object.entries(screens).map(([what, screen]) => {
    const [alone, all] = [graphOf(dist, [screen]), graphOf(dist, [screen], { fetched: true })].map((files) =>
      kilobytes(dist, files.difference(known)),
    ) as [number, number]
    return {
      what,
      value: `${alone.toFixed(1)} kB, ${all.toFixed(1)} kB with what it fetches`,
      goal: { measured: all, goal: 80, better: 'less', unit: ' kB' },
    }
  })
}
