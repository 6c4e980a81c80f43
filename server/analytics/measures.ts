/** What is summed of payments, as columns of deltas, totals, hours and days. */
export const measures = [
  'payments',
  'amount_minor',
  'fee_minor',
  'fee_tax_minor',
  'held_minor',
  'refunded_minor',
] as const

export const sums = measures.map((name) => `sum(${name}) as ${name}`).join(', ')
/** Sums of nothing are not kept. */
export const someLeft = measures.map((name) => `sum(${name}) <> 0`).join(' or ')
export const added = (table: string): string =>
  measures.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')
