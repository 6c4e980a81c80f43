import { isIsoCurrency } from '#contract/iso-currencies.ts'
import { signOfType } from '#contract/recon-records.ts'
import type { RecordMark, RecordType } from '#contract/recon-records.ts'
import type { Reading } from '../layout.ts'
import { chargesReader } from './charges.ts'
import type { Charges } from './charges.ts'
import { nameOf, textOf } from './columns.ts'
import type { Titles } from './columns.ts'
import { absolute } from './exact.ts'
import type { Exact } from './exact.ts'
import { formOf, isFault, moneyReader } from './money.ts'
import type { Money } from './money.ts'
import type { RowFault } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'
import { typeOfSign } from './types.ts'

export interface RowAmounts extends Charges {
  type: RecordType
  gross: Exact | null
  currency: string
  delivery: Exact | null
  discount: Exact | null
  net: Exact | null
  netCurrency: string
}
type AmountsReader = (
  cells: readonly SourceCell[],
  type: RecordType,
  faults: RowFault[],
  marks: RecordMark[],
) => RowAmounts

/** Reads gross, charges and net of a row, signed from the merchant's side, and the type that their sign makes of it. */
export function amountsReader(reading: Reading, titles: Titles): AmountsReader {
  const form = formOf(reading)
  const from = reading.columns
  const gross = moneyReader(from.amount, titles, form)
  const net = moneyReader(from.net, titles, form)
  const delivery = moneyReader(from.delivery, titles, form)
  const discount = moneyReader(from.discount, titles, form)
  const charges = chargesReader(reading, titles)
  const currency = currencyReader(reading, 'currency', titles)
  const netCurrency = currencyReader(reading, 'net_currency', titles)
  const isOfType = { gross: reading.sign === 'of_type', net: (reading.netSign ?? reading.sign) === 'of_type' }
  const before = reading.netBefore ?? []
  return (cells, type, faults, marks) => {
    const stated = { gross: currency(cells, faults), net: netCurrency(cells, faults) }
    const code = stated.gross === '' ? stated.net : stated.gross
    const netCode = stated.net === '' ? code : stated.net
    const charged = charges(cells, netCode, faults)
    const stood = net(cells, netCode)
    const came = oneOf(stood, null, faults, marks)
    const went = oneOf(gross(cells, code), came, faults, marks)
    const settled = came !== null && isOfType.net ? signed(came, type, null) : came
    let nets = settled
    if (nets !== null) for (const kind of before) nets -= charged[kind]
    const grosses = went !== null && isOfType.gross ? signed(went, type, nets) : went
    if (grosses === null && nets === null && faults.length === 0)
      faults.push({ column: columnOf(reading), value: '', reason: 'empty', params: {} })
    if (code === '' && faults.length === 0)
      faults.push({ column: titleOfCurrency(reading), value: '', reason: 'no_currency', params: {} })
    const actual = typeOfSign(type, signOf(grosses ?? nets ?? 0n), reading.typesReversed)
    if (actual === null) faults.push({ column: columnOf(reading), value: '', reason: 'sign_of_type', params: { type } })
    const { fee, tax, passed_on } = charged
    return {
      type: actual ?? type,
      gross: grosses,
      currency: code,
      fee,
      tax,
      passed_on,
      delivery: oneOf(delivery(cells, code), null, faults, marks),
      discount: oneOf(discount(cells, code), null, faults, marks),
      net: nets,
      netCurrency: netCode,
    }
  }
}

/** A payout is taken from the balance, whatever sign its file gives it. */
export const asPayout = (amounts: RowAmounts): RowAmounts =>
  amounts.type === 'payout' && (amounts.net ?? amounts.gross ?? 0n) > 0n
    ? {
        ...amounts,
        gross: amounts.gross === null ? null : -absolute(amounts.gross),
        net: amounts.net === null ? null : -absolute(amounts.net),
      }
    : amounts

/** The amount that a field holds. Of a debit and a credit the one that agrees with the net's sign is meant. */
function oneOf(money: Money, net: Exact | null, faults: RowFault[], marks: RecordMark[]): Exact | null {
  if (money === null || typeof money === 'bigint') return money
  if (isFault(money)) {
    faults.push(money)
    return null
  }
  if (net === null || net === 0n) {
    faults.push(money.at)
    return null
  }
  marks.push('both_sides_filled')
  return net > 0n ? money.credit : money.debit
}

const signOf = (amount: Exact): -1 | 0 | 1 => (amount > 0n ? 1 : amount < 0n ? -1 : 0)
/** An unsigned amount with the sign of its type, or that of the net where the type has none. */
function signed(amount: Exact, type: RecordType, net: Exact | null): Exact {
  const sign = signOfType[type] === 0 ? signOf(net ?? amount) : signOfType[type]
  return sign < 0 ? -absolute(amount) : sign > 0 ? absolute(amount) : amount
}

function currencyReader(
  reading: Reading,
  field: 'currency' | 'net_currency',
  titles: Titles,
): (cells: readonly SourceCell[], faults: RowFault[]) => string {
  const text = textOf(reading.columns[field], titles)
  const fallback = (field === 'currency' ? reading.currency : reading.netCurrency) ?? ''
  // Neighbouring lines have the same word.
  let [lastFound, lastCode] = ['', fallback]
  return (cells, faults) => {
    const found = text(cells)
    if (found === lastFound) return lastCode
    if (found === '') return fallback
    const code = found.toUpperCase()
    if (isIsoCurrency(code)) {
      lastFound = found
      lastCode = code
      return code
    }
    faults.push({ column: nameOf(reading.columns[field]), value: found, reason: 'currency_unknown', params: {} })
    return ''
  }
}
const titleOfCurrency = ({ columns }: Reading): string => nameOf(columns.currency ?? columns.net_currency)
const columnOf = ({ columns }: Reading): string => nameOf(columns.amount ?? columns.net)
