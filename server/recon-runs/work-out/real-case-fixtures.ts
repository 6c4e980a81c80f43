import { readFileSync } from 'node:fs'
import { realFile } from '#test/real-files.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { type Outcome, type WorkingOut } from './fixtures.ts'
import { ofMerchant } from './sheet-fixtures.ts'

interface Case {
  name: string
  /** The provider's, from the folder of all real files. */
  file: string
  layout: string
  reading?: Partial<Reading>
  change?: (list: string) => string
}
const adyen = 'ADYEN_SETTLEMENT_DETAIL'
export const batch380 = { name: 'adyen_batch_380', layout: adyen, file: 'oca_adyen/bank_statement_import_adyen__settlement_detail_report_batch_380.csv' } // prettier-ignore
export const batch1128 = { name: 'adyen_batch_1128', layout: adyen, file: 'e2e_wmf_audit/Adyen/batch_1__settlement_detail_report_batch_1128.csv' } // prettier-ignore
export const cutSheet = { name: 'adyen_xlsx_offset3', layout: adyen, file: 'oca_adyen/bank_statement_import_adyen__adyen_test.xlsx' } // prettier-ignore

export const listOf = (name: string): string => readFileSync(realFile(`e2e_cases/${name}/transactions.csv`), 'utf8')

/** A merchant's list and a provider's file, worked out. */
export async function workedOut(app: WorkingOut, { name, file, layout, reading = {}, change = (list) => list }: Case) {
  const pair = await app.pairOf()
  await pair.load('a', change(listOf(name)), { reading: { ...ofMerchant, ...reading } })
  const bytes = readFileSync(realFile(file))
  await pair.load('b', bytes, { layout })
  return { pair, bytes, ...(await pair.run()) }
}

/** What a case changes in the list of its merchant, as it says itself. */
export function mutated({ name }: { name: string }, list: string): string {
  const { mutations_of_the_merchant_side: mutations } = JSON.parse(readFileSync(realFile(`e2e_cases/${name}/case.json`), 'utf8')) as { mutations_of_the_merchant_side: Mutation[] } // prettier-ignore
  return mutations.reduce((lines, mutation) => applied(mutation, lines), list.trimEnd().split('\n')).join('\n')
}
interface Mutation {
  op: string
  merchant_order_ref?: string
  from?: string
  to?: string
  amount?: string
  currency?: string
}
function applied({ op, merchant_order_ref: ref, from, to, amount, currency }: Mutation, lines: string[]): string[] {
  const isIts = (line: string) => line.startsWith(`${ref},`)
  switch (op) {
    case 'remove_from_merchant_side':
      return lines.filter((line) => !isIts(line))
    case 'change_merchant_amount':
    case 'change_merchant_currency':
      return lines.map((line) => (isIts(line) ? line.replace(`,${from},`, `,${to},`) : line))
    case 'add_to_merchant_side':
      return [...lines, `${ref},,2021-01-05 00:00:00,${currency},${amount},payment,mc`]
    default:
      return lines
  }
}

/** Type, amount and currency of the records of a side that are so. */
export const told = (outcomes: readonly Outcome[], side: 'a' | 'b', status: string): string[] =>
  outcomes
    .filter((one) => one.side === side && one.status === status)
    .map(({ type, gross, currency }) => `${type} ${gross} ${currency}`)
    .toSorted()
/** The sum of a difference, in hundredths that nothing rounds. */
export const sum = (outcomes: readonly Outcome[], column: 'amount_off' | 'tolerated'): string =>
  (outcomes.reduce((total, one) => total + Math.round(Number(one[column]) * 100), 0) / 100).toFixed(2)

/** The settlements of a pair: what was paid out, what was charged, and what stands beside payments and refunds. */
export async function settlementsOf({
  sql,
}: Pick<Awaited<ReturnType<WorkingOut['pairOf']>>, 'sql'>): Promise<string[]> {
  const found = await sql<{ said: string }>(
    `select currency || ' ' || state || ': ' || trim_scale(payout) || ' paid out, ' || trim_scale(proof) || ' open, ' || trim_scale(fees + tax + passed_on) ||
       ' charged, ' || trim_scale(adjustments) || ' beside' as said from settlements where merchant_id = $1 order by currency`,
  )
  return found.map(({ said }) => said)
}
