import { setImmediate } from 'node:timers/promises'
import { recordedAmount, type Currency } from '#contract/kit/money.ts'
import { bankOn, feeOfPayout, isStepOf, railBounds } from '#contract/payout-rails.ts'
import { railFor } from '#contract/rails-of-channels.ts'
import type { PayoutWish } from '#contract/payout-wish.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { knownTo, sameKey, type Known } from './known.ts'
import type { Line } from './lines.ts'
import { RowFault, wishOf, type RowWish, type WishAsked } from './wish.ts'

/** What would become of a row. */
export interface CheckedRow {
  line: Line
  outcome: { good: PayoutWish } | { made: string } | { fault: RowFault }
}

/**
 * Checks rows against everything that is known before a payout is made of each, with the same few questions for however many. Rows
 * above count for those below. `made` has the references of rows that an earlier upload has made.
 */
export async function checkRows(
  ctx: Ctx,
  lines: readonly Line[],
  asked: WishAsked,
  made: ReadonlyMap<Line, string>,
): Promise<CheckedRow[]> {
  const read = new Map<Line, RowWish | RowFault>()
  for (const [at, line] of lines.entries()) {
    // Other requests have their turn.
    if (at % turn === turn - 1) await setImmediate()
    if (!made.has(line))
      read.set(
        line,
        caught(() => wishOf(line, asked)),
      )
  }
  const known = await knownTo(
    ctx,
    [...read.values()].filter((one): one is RowWish => !(one instanceof RowFault)),
  )
  const before = new Before()
  return lines.map((line): CheckedRow => {
    const ref = made.get(line)
    const row = read.get(line)
    if (ref !== undefined) return { line, outcome: { made: ref } }
    if (row === undefined || row instanceof RowFault) return { line, outcome: { fault: row as RowFault } }
    const wish = caught(() => againstKnown(row, line, { known, before }))
    return { line, outcome: wish instanceof RowFault ? { fault: wish } : { good: wish } }
  })
}
const turn = 200

function caught<Value>(work: () => Value): Value | RowFault {
  try {
    return work()
  } catch (error) {
    if (error instanceof RowFault) return error
    throw error
  }
}

/** The rows above, by what must not come again. */
class Before {
  readonly references = new Map<string, number>()
  readonly same = new Map<string, number>()
  readonly whole = new Map<string, number>()
}

function againstKnown(row: RowWish, line: Line, { known, before }: { known: Known; before: Before }): PayoutWish {
  const { wish, checked } = row
  const account = known.accounts.get(wish.virtual_acc_no)
  if (!account) throw new RowFault('VirtualAccount', 'unknown_account')
  if (account.currency !== wish.currency)
    throw new RowFault('Currency', 'account_currency', { currency: account.currency })
  const to = checked
    ? {
        digest: known.digestOf(checked.identity),
        to: {
          type: checked.way.type,
          country: wish.bank_details?.country ?? '',
          bankCode: checked.bankCode,
          fields: checked.fields,
        },
      }
    : beneficiaryOf(row, known)
  const rail = railFor(account.catalogueKey, to.to, wish.currency)
  if (!rail) throw new RowFault('Country', 'no_rail')
  if (bankOn(rail, to.to) === undefined)
    throw new RowFault(checked ? 'BankCode' : 'BeneficiaryName', 'bank_not_reached')
  checkBounds(wish, rail)

  const whole = JSON.stringify([to.digest, wish], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const repeated = before.whole.get(whole)
  if (repeated !== undefined) throw new RowFault('', 'repeats_row', { row: repeated })
  before.whole.set(whole, line.rowNo)
  if (wish.txn_ref !== undefined) {
    const other = before.references.get(wish.txn_ref)
    if (other !== undefined) throw new RowFault('Reference', 'reference_of_row', { row: other })
    if (known.references.has(wish.txn_ref)) throw new RowFault('Reference', 'already_used')
    before.references.set(wish.txn_ref, line.rowNo)
  }
  const same = sameKey(to.digest, wish.amount, wish.currency)
  const above = before.same.get(same)
  if (!wish.reason && above !== undefined) throw new RowFault('Reason', 'paid_in_row', { row: above })
  if (!wish.reason && known.recent.has(same)) throw new RowFault('Reason', 'paid_lately')
  before.same.set(same, above ?? line.rowNo)
  return 'uuid' in to ? { ...wish, beneficiary_uuid: to.uuid } : wish
}

function beneficiaryOf({ wish, beneficiaryName }: RowWish, { beneficiaries }: Known) {
  const id = wish.beneficiary_uuid
  const column = id ? 'BeneficiaryId' : 'BeneficiaryName'
  const found = beneficiaries.get(id ?? `name ${beneficiaryName}`) ?? []
  const [one] = found
  if (!one) throw new RowFault(column, id ? 'unknown_beneficiary' : 'unknown_beneficiary_name')
  if (found.length > 1) throw new RowFault(column, 'several_beneficiaries')
  if (!one.active) throw new RowFault(column, 'inactive_account')
  return one
}

function checkBounds(
  { amount, currency, fee_payer: feePayer = 'SENDER' }: PayoutWish,
  rail: NonNullable<ReturnType<typeof railFor>>,
) {
  const { minimumMinor, maximumMinor } = railBounds(rail, currency)
  if (!isStepOf(rail, amount)) throw new RowFault('Amount', 'too_many_decimals')
  const beyond = (reason: string, bound: bigint) =>
    new RowFault('Amount', reason, { bound: recordedAmount(bound, currency as Currency) })
  if (minimumMinor !== null && amount < minimumMinor) throw beyond('below_rail', minimumMinor)
  if (maximumMinor !== null && amount > maximumMinor) throw beyond('above_rail', maximumMinor)
  const fee = feeOfPayout(rail, { amountMinor: amount, currency, feePayer })
  if (fee.sentMinor <= 0n) throw beyond('below_rail', fee.feeMinor + fee.taxMinor + 1n)
}
