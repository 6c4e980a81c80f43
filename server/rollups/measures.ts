/** The measures of payments: the summed columns of deltas, totals, hours and days. */
export const measures = [
  'payments',
  'amount_minor',
  'fee_minor',
  'fee_tax_minor',
  'held_minor',
  'refunded_minor',
] as const

export const sums = measures.map((name) => `sum(${name}) as ${name}`).join(', ')
/** Rows in which every measure is 0 are not kept. */
export const someLeft = measures.map((name) => `sum(${name}) <> 0`).join(' or ')
export const added = (table: string): string =>
  measures.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')
