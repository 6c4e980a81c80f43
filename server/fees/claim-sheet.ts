import type { FileSource } from '#server/kit/files/file-source.ts'
import { numberCell, textCell } from '#server/kit/files/cells.ts'
import { bytesOfSheet } from '#server/kit/files/file-of-sheet.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { timestampText } from '#contract/kit/wire.ts'
import type { FeeFormula } from '#contract/fee-shapes.ts'
import { checks } from './check-list.ts'
import { amountWithCurrency } from './amounts.ts'

const titles = [
  'Time (UTC)', 'Reference', 'Our reference', 'Type', 'Method', 'Gross', 'Currency', 'Charged fee', 'Charged tax', 'Agreed fee', 'Agreed tax',
  'Charged too much', 'Fee currency', 'How the agreed fee comes about',
] as const // prettier-ignore

/** The sheet of evidence of a claim, in English as providers read it. */
export const claimSheet: FileSource = {
  kind: 'fee-claim',
  async read(transaction, claimRef) {
    const rows = await transaction((ctx) => rowsOf(ctx, claimRef))
    return rows.length === 0 ? null : bytesOfSheet('Claim', titles, rows)
  },
}

async function rowsOf(ctx: Ctx, claimRef: string) {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.tx.query<Row>(
    `${checks.rows.sql} where merchant_id = $1 and environment = $2 and claim_ref = $3 order by at, check_ref`,
    [merchantId, environment, claimRef],
  )
  return rows.map((row) => [
    textCell(timestampText(row.at)), textCell(row.txn_ref), textCell(row.merchant_order_ref), textCell(row.txn_type),
    textCell(row.payment_method), numberCell(row.gross), textCell(row.gross_currency), numberCell(row.charged_fee),
    numberCell(row.charged_tax), numberCell(row.expected_fee), numberCell(row.expected_tax), numberCell(row.difference),
    textCell(row.currency), textCell(row.formula ? formulaText(row.formula) : ''),
  ]) // prettier-ignore
}
type Row = Record<
  'txn_ref' | 'merchant_order_ref' | 'txn_type' | 'payment_method' | 'gross' | 'gross_currency' | 'charged_fee' | 'charged_tax' | 'expected_fee' | 'expected_tax' | 'difference' | 'currency',
  string
> & { at: Date; formula: FeeFormula | null } // prettier-ignore

/** `max(1.00, 100 SGD × 2.9 %) + 0.3 = 3.2; tax 8 % = 0.26`, and the like. */
export function formulaText(formula: FeeFormula): string {
  const {
    base,
    base_currency,
    rate,
    rate_on,
    percent_fee,
    minimum_fee,
    flat_fee,
    fee,
    tax_percentage,
    tax,
    tax_included,
  } = formula
  const rated =
    rate_on === ''
      ? ''
      : rate_on === 'gross'
        ? `${amountWithCurrency(formula.gross, formula.currency)} × ${rate} = `
        : ''
  const share = `${base} ${base_currency} × ${percent_fee} %`
  const larger = minimum_fee === '0' ? share : `max(${minimum_fee}, ${share})`
  const sum = flat_fee === '0' ? larger : `${larger} + ${flat_fee}`
  const plain = rate_on === 'fee' ? `(${sum}) × ${rate}` : sum
  const parts = formula.components.map(({ name, base: of, percent_fee: percent, flat_fee: flat, fee: one }) =>
    `${name}: ${of} × ${percent} %${flat === '0' ? '' : ` + ${flat}`} = ${one}`) // prettier-ignore
  const taxed = tax_percentage === '0' && tax === '0' ? '' : `; tax ${tax_included ? 'inside' : ''} ${tax_percentage} % = ${tax}`.replace('  ', ' ') // prettier-ignore
  return parts.length > 0 ? `${parts.join('; ')}; together ${fee}, tax ${tax}` : `${rated}${plain} = ${fee}${taxed}`
}
