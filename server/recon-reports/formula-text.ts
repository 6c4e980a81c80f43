import { FeeFormula } from '#contract/fee-shapes.ts'

/** How an agreed fee comes about, in figures alone: `max(0.50, 100.00 × 2.9%) + 0.30`. Empty without a formula. */
export function formulaText(kept: string): string {
  const found = kept === '' ? null : FeeFormula.safeParse(JSON.parse(kept))
  if (!found?.success) return ''
  const formula = found.data
  if (formula.components.length > 0) return formula.components.map((part) => sumText(part, '0')).join(' + ')
  const sum = sumText(formula, formula.minimum_fee)
  return formula.rate_on === 'fee' ? `(${sum}) × ${formula.rate}` : sum
}

function sumText(
  { base, percent_fee, flat_fee }: Pick<FeeFormula, 'base' | 'percent_fee' | 'flat_fee'>,
  least: string,
) {
  const share = isNothing(percent_fee) ? '' : `${base} × ${percent_fee}%`
  const larger = isNothing(least) ? share : share === '' ? least : `max(${least}, ${share})`
  return [larger, isNothing(flat_fee) ? '' : flat_fee].filter((text) => text !== '').join(' + ') || '0'
}
const isNothing = (decimal: string) => /^-?[0.]*$/.test(decimal)
