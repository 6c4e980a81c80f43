import type { FileSource } from '#server/kit/files/file-source.ts'
import { numberCell, textCell, type Cell } from '#server/kit/files/cells.ts'
import { bytesOfSheet, fileOfBytes } from '#server/kit/files/file-of-sheet.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { timestampText } from '#contract/kit/wire.ts'
import type { downloadFeeClaim } from '#contract/fee-claims.ts'
import type { FeeFormula } from '#contract/fee-shapes.ts'
import type { Output } from '#contract/kit/call.ts'
import { checks } from './check-list.ts'
import { amountText, amountWithCurrency } from './amounts.ts'
import { findClaim } from './claims.ts'

const titles = [
  'Time (UTC)', 'Reference', 'Our reference', 'Type', 'Method', 'Gross', 'Currency', 'Charged fee', 'Charged tax', 'Agreed fee', 'Agreed tax',
  'Charged too much', 'Fee currency', 'How the agreed fee comes about',
] as const // prettier-ignore

/** The sheet of evidence of a claim, in English as providers read it. */
export const claimSheet: FileSource = {
  kind: 'fee-claim',
  async read(transaction, claimRef) {
    const rows = await transaction((ctx) => rowsOf(ctx, claimRef))
    return rows.length === 0 ? null : bytesOf(rows)
  },
}
const bytesOf = (rows: readonly Cell[][]) => bytesOfSheet('Claim', titles, rows)

/** The same as its users download it. Throws `notFound`. */
export async function claimFile(ctx: Ctx, claimRef: string): Promise<Output<typeof downloadFeeClaim>> {
  await findClaim(ctx, claimRef)
  return fileOfBytes(claimFileName(claimRef), await bytesOf(await rowsOf(ctx, claimRef)))
}
export const claimFileName = (claimRef: string): string => `claim-${claimRef}.xlsx`

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
    textCell(row.currency), textCell(row.formula ? formulaText(row.formula, row.currency) : ''),
  ]) // prettier-ignore
}
type Row = Record<
  'txn_ref' | 'merchant_order_ref' | 'txn_type' | 'payment_method' | 'gross' | 'gross_currency' | 'charged_fee' | 'charged_tax' | 'expected_fee' | 'expected_tax' | 'difference' | 'currency',
  string
> & { at: Date; formula: FeeFormula | null } // prettier-ignore

/** `max(1.00, 100.00 SGD × 2.9 %) + 0.30 = 3.20; tax 8 % = 0.26`, and the like. `currency` is that of the fee. */
function formulaText(formula: FeeFormula, currency: string): string {
  const {
    base,
    base_currency: of,
    rate,
    rate_on,
    percent_fee,
    minimum_fee,
    flat_fee,
    fee,
    tax_percentage,
    tax,
  } = formula
  const taken = (amount: string) => amountText(amount, of)
  const charged = (amount: string) => amountText(amount, currency)
  const plus = (flat: string) => (flat === '0' ? '' : ` + ${taken(flat)}`)
  if (formula.components.length > 0) {
    const parts = formula.components.map(
      (part) =>
        `${part.name}: ${taken(part.base)} × ${part.percent_fee} %${plus(part.flat_fee)} = ${charged(part.fee)}`,
    )
    return [...parts, `together ${charged(fee)}, tax ${charged(tax)}`].join('; ')
  }
  const rated = rate_on === 'gross' ? `${amountWithCurrency(formula.gross, formula.currency)} × ${rate} = ` : ''
  const share = `${taken(base)} ${of} × ${percent_fee} %`
  const sum = `${minimum_fee === '0' ? share : `max(${taken(minimum_fee)}, ${share})`}${plus(flat_fee)}`
  const plain = rate_on === 'fee' ? `(${sum}) × ${rate}` : sum
  const isTaxed = tax_percentage !== '0' || tax !== '0'
  const taxed = isTaxed ? `; tax ${formula.tax_included ? 'inside ' : ''}${tax_percentage} % = ${charged(tax)}` : ''
  return `${rated}${plain} = ${charged(fee)}${taxed}`
}
