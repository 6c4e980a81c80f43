import { checkAccount, type CheckedAccount } from '#contract/account-checks.ts'
import { isCurrency, toMinor } from '#contract/kit/money.ts'
import { dayAt, momentAt, startOfDay } from '#contract/kit/zoned-day.ts'
import { isDay, isStorable } from '#contract/kit/text-forms.ts'
import { payoutWish, type PayoutBankDetails, type PayoutWish } from '#contract/payout-wish.ts'
import { accountTypes, type AccountType } from '#contract/payout-shapes.ts'
import type { PayoutSheetColumn } from '#contract/payout-sheet.ts'
import { feePayers } from '#contract/payout-states.ts'
import { columnOfField, fieldsOf, leastDigits } from './account-codes.ts'
import type { CellReader, Line, LineCell } from './lines.ts'

/** What is wrong with a row: the column, empty for the whole row, and a key of the console's field reasons. */
export class RowFault extends Error {
  readonly field: PayoutSheetColumn | ''
  readonly reason: string
  readonly params: Record<string, string | number>
  constructor(field: PayoutSheetColumn | '', reason: string, params: Record<string, string | number> = {}) {
    super(reason)
    this.field = field
    this.reason = reason
    this.params = params
  }
}

/** A payout as a row asks for it. Of a beneficiary that is only named the id is not known yet. */
export interface RowWish {
  wish: PayoutWish
  beneficiaryName: string
  /** Of an account that the row describes. */
  checked: CheckedAccount | null
}
export interface WishAsked {
  reader: CellReader
  /** The merchant's, in which times without an offset are. */
  timeZone: string
  now: Date
}

/** What a row asks for, checked as far as it goes without asking anything. Throws {@link RowFault} at the first cell that is wrong. */
export function wishOf(line: Line, { reader, timeZone, now }: WishAsked): RowWish {
  const cell = (column: PayoutSheetColumn) => reader.cell(line, column)
  const text = (column: PayoutSheetColumn): string => {
    const found = cell(column).text
    if (!isStorable(found)) throw new RowFault(column, 'not_text')
    return found
  }
  const needed = (column: PayoutSheetColumn): string => text(column) || refuse(column, 'required')
  const code = (column: PayoutSheetColumn): string => {
    if (cell(column).isRounded) throw new RowFault(column, 'rounded_by_spreadsheet', { value: text(column) })
    return text(column)
  }
  const oneOf = <Choice extends string>(column: PayoutSheetColumn, choices: readonly Choice[]): Choice | undefined => {
    const found = text(column).toUpperCase()
    if (found === '') return undefined
    return choices.find((choice) => choice === found) ?? refuse(column, 'one_of', { choices: choices.join(', ') })
  }

  const reference = code('Reference')
  const virtualAccount = code('VirtualAccount') || refuse('VirtualAccount', 'required')
  const currency = needed('Currency').toUpperCase()
  if (!isCurrency(currency)) throw new RowFault('Currency', 'not_a_currency')
  const amount = amountOf(needed('Amount'), currency)
  const [beneficiaryId, name, number] = [text('BeneficiaryId'), text('BeneficiaryName'), code('AccountNumber')]
  const [email, phone] = [text('Email'), code('Phone')]
  const account = beneficiaryId === '' && number !== '' ? accountOf(number) : null
  if (beneficiaryId === '' && name === '') throw new RowFault('BeneficiaryName', 'required')
  const time = timeOf(text('ScheduledTime'), timeZone, now)
  const given = {
    virtual_acc_no: virtualAccount,
    ...(reference && { txn_ref: reference }),
    ...(beneficiaryId && { beneficiary_uuid: beneficiaryId }),
    ...(account && { bank_details: account.details }),
    amount: 1,
    currency,
    ...(text('Remark') && { remarks: text('Remark') }),
    ...(email && !account && { recipient_emails: [email] }),
    ...(time && { trigger_time: time.toISOString() }),
    fee_payer: oneOf('FeePayer', feePayers),
    ...(text('Purpose') && { purpose: text('Purpose') }),
    ...(text('Reason') && { reason: text('Reason') }),
  }
  const read = payoutWish.safeParse(given)
  if (!read.success) throw faultOfIssue(read.error.issues[0])
  return { wish: { ...read.data, amount }, beneficiaryName: name, checked: account?.checked ?? null }

  function accountOf(accountNo: string): { details: PayoutBankDetails; checked: CheckedAccount } {
    if (name === '') throw new RowFault('BeneficiaryName', 'required')
    const country = text('Country').toUpperCase() || (/^[A-Z]{2}(?=\d\d)/i.exec(accountNo)?.[0].toUpperCase() ?? '')
    if (country === '') throw new RowFault('Country', 'required')
    if (!/^[A-Z]{2}$/.test(country)) throw new RowFault('Country', 'country_letters')
    const kind = oneOf('AccountType', [...accountTypes, ...accountKinds])
    const type: AccountType = kind === undefined || kind === 'CHECKING' || kind === 'SAVINGS' ? 'BANK' : kind
    const accountKind = accountKinds.find((one) => one === kind) ?? ''
    const { bankCode, fields } = fieldsOf(country, type, {
      bankCode: code('BankCode'),
      branch: code('Branch'),
      accountKind,
    })
    const details = {
      account_no: accountNo,
      account_type: type,
      account_name: name,
      country,
      ...(bankCode && { bank_no: bankCode }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(email && { email }),
      ...(phone && { phone }),
    }
    const { errors, checked } = checkAccount({ ...details, bank_code: bankCode })
    const [error] = errors
    if (!error) return { details, checked }
    const column = columnOfField(error.path)
    const least = leastDigits(country, type, error.path.replace('fields.', ''))
    if (hasLostZeros(cell(column), least)) throw new RowFault(column, 'zeros_lost', { least: least as number })
    throw new RowFault(column, error.reason, error.params)
  }
}
const accountKinds = ['CHECKING', 'SAVINGS'] as const

/** A number that has one to four digits less than the account needs: those that a spreadsheet takes for nothing. */
const hasLostZeros = ({ text, isNumber }: LineCell, least: number | null): boolean =>
  isNumber && least !== null && text.length < least && least - text.length <= zerosLostMost
const zerosLostMost = 4

function refuse(field: PayoutSheetColumn | '', reason: string, params: Record<string, string | number> = {}): never {
  throw new RowFault(field, reason, params)
}

function amountOf(text: string, currency: Parameters<typeof toMinor>[1]): bigint {
  if (/^\d{1,3}(?:[ '’]\d{3})*,\d+$|^\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d+)?$/.test(text))
    refuse('Amount', 'decimal_point')
  if (!/^-?\d{1,30}(?:\.\d{1,30})?$/.test(text)) refuse('Amount', 'not_a_plain_decimal')
  const minor = toMinor(Number(text), currency)
  if (typeof minor === 'string') return refuse('Amount', minor)
  return minor > 0n ? minor : refuse('Amount', 'not_positive')
}

/** When a payout is to leave: at once for today, else at the beginning of a day, or at a time. */
function timeOf(text: string, timeZone: string, now: Date): Date | null {
  if (text === '') return null
  const [, day = '', time, offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (!isDay(day) || (time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)))
    return refuse('ScheduledTime', 'not_a_time')
  if (time === undefined && day === dayAt(now, timeZone)) return null
  const moment =
    time === undefined
      ? startOfDay(day, timeZone)
      : offset === undefined
        ? momentAt(day, time, timeZone)
        : new Date(`${day}T${time}:00${offset}`)
  return moment < now ? refuse('ScheduledTime', 'in_the_past') : moment
}

/** An issue of the wish's schema, at the column that the value came from. */
function faultOfIssue(
  issue: { path: PropertyKey[]; code: string; message: string; maximum?: unknown } | undefined,
): RowFault {
  const column =
    columnsOfWish[issue?.path.findLast((part) => typeof part === 'string' && part in columnsOfWish) as string]
  if (issue?.code === 'too_big') return new RowFault(column ?? '', 'too_long')
  return new RowFault(
    column ?? '',
    column === 'Email' ? 'not_an_email' : column === 'Phone' ? 'not_a_phone' : 'wrong_type',
  )
}
const columnsOfWish: Readonly<Record<string, PayoutSheetColumn>> = {
  virtual_acc_no: 'VirtualAccount',
  txn_ref: 'Reference',
  beneficiary_uuid: 'BeneficiaryId',
  account_no: 'AccountNumber',
  account_name: 'BeneficiaryName',
  bank_no: 'BankCode',
  country: 'Country',
  email: 'Email',
  recipient_emails: 'Email',
  phone: 'Phone',
  amount: 'Amount',
  currency: 'Currency',
  remarks: 'Remark',
  trigger_time: 'ScheduledTime',
  fee_payer: 'FeePayer',
  purpose: 'Purpose',
  reason: 'Reason',
}
export const columnOfWish = (path: string): PayoutSheetColumn | '' =>
  path.split('.').reduce<PayoutSheetColumn | ''>((found, part) => columnsOfWish[part] ?? found, '')
