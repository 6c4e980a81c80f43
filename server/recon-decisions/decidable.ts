import { createHash } from 'node:crypto'
import type { ActRefusal, DecisionAct, ShownRecord } from '#contract/recon-decision-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { exactOf, exactText, sumOf, type Exact } from '#server/recon-files/read/exact.ts'
import type { Lead, Member } from './leads.ts'

/** What somebody wants to decide about some records, with the numbers that were shown. */
export interface Decidable {
  recordRef: string
  act: DecisionAct
  msmId: number
  groupId: string
  records: ShownRecord[]
  status: string
  amountOff: string
  feeOff: string
  taxOff: string
  currency: string
  /** How much it is about; null where it is in several currencies, which no limit covers. */
  size: Exact | null
}

const exact = (text: string): Exact => exactOf(text) ?? 0n
const size = (value: Exact): Exact => (value < 0n ? -value : value)
const missing: readonly string[] = ['missing_in_settlement', 'missing_in_transactions']

/** Why an act is none for an exception; null where it is one. */
export function refusalOf(act: DecisionAct, lead: Lead): ActRefusal | null {
  const isAlone = [...missing, 'duplicate'].includes(lead.status)
  if (act === 'match') {
    if (lead.suggested === null) return 'no_suggestion'
    if (lead.suggested_strength === 'ambiguous') return 'ambiguous'
  }
  if (act !== 'write_off' && act !== 'accept' && lead.settlement_id !== null) return 'closed'
  if (act === 'unmatch') return isAlone || lead.status === 'expected' || lead.status === 'adjustment' ? 'not_for_this' : null
  if (!lead.is_open) return 'not_for_this'
  if (act === 'not_ours') return isAlone && lead.side === 'b' ? null : 'not_for_this'
  if (act === 'expect') return missing.includes(lead.status) ? null : 'not_for_this'
  return null
} // prettier-ignore

/** A decision about a match, or a record alone, as the answer shows it. */
export function decidableOf(act: DecisionAct, lead: Lead, members: readonly Member[]): Decidable {
  const offs = [lead.amount_off, lead.fee_off, lead.tax_off].map(exact)
  const isCharged = offs[1] !== 0n || offs[2] !== 0n
  const isOther = isCharged && lead.net_currency !== '' && lead.net_currency !== lead.currency
  const isAlone = [...missing, 'duplicate'].includes(lead.status)
  return {
    recordRef: lead.record_ref,
    act,
    msmId: lead.msm_id,
    groupId: lead.group_id,
    records: members.map(shown),
    status: lead.status,
    amountOff: lead.amount_off,
    feeOff: lead.fee_off,
    taxOff: lead.tax_off,
    currency: lead.currency,
    size: isOther ? null : isAlone ? size(exact(lead.amount)) : sumOf(offs.map(size)),
  } // prettier-ignore
}

/** A match of records that are alone now. */
export function matchOf(lead: Lead, members: readonly Member[]): Decidable | ActRefusal {
  if (new Set(members.map(({ currency }) => currency)).size > 1) return 'several_currencies'
  // What the bank has is of no type of the provider's.
  if (lead.leg === 'settlement' && new Set(members.map(({ type }) => type)).size > 1) return 'several_types'
  if (members.some(({ settlement_id }) => settlement_id !== null)) return 'closed'
  const total = (side: 'a' | 'b') =>
    sumOf(members.filter((one) => one.side === side).map(({ amount }) => exact(amount)))
  // A payout leaves the provider, and comes in at the bank.
  const off = total('b') - (lead.leg === 'bank' ? -total('a') : total('a'))
  return {
    recordRef: lead.record_ref,
    act: 'match',
    msmId: lead.msm_id,
    groupId: groupOf(members),
    records: members.map(shown),
    status: off === 0n ? 'matched' : 'amount_mismatch',
    amountOff: exactText(off),
    feeOff: '0',
    taxOff: '0',
    currency: lead.currency,
    size: size(off),
  } // prettier-ignore
}

/** The name of a match of these records, as runs make it. */
export const groupOf = (records: readonly { key: string }[]): string => {
  const keys = records.map(({ key }) => Buffer.from(key)).toSorted((one, other) => Buffer.compare(one, other))
  const hex = createHash('md5').update(keys.join(',')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
const shown = ({ side, key, status, amount, currency, amount_off, fee_off, tax_off }: Member): ShownRecord => ({ side, key, status, amount, currency, amount_off, fee_off, tax_off }) // prettier-ignore

/** Whether one person suffices: what changes no money does, and a difference below the limit of its currency. */
export async function limitsOf(ctx: Ctx): Promise<(of: Decidable) => boolean> {
  const rows = await ctx.own.select('recon_decision_limits').select(['currency', 'amount']).execute()
  const limits = new Map(rows.map(({ currency, amount }) => [currency, exact(amount)]))
  return ({ act, size: about, currency }) => {
    if (act === 'unmatch' || act === 'not_ours' || act === 'expect') return true
    if (act === 'match' && about === 0n) return true
    return about !== null && about < (limits.get(currency) ?? 0n)
  }
}

/** The numbers of a decision, as both people see them. */
export const shownOf = ({ status, amountOff, feeOff, taxOff, currency, records }: Decidable) => ({ status, amount_off: amountOff, fee_off: feeOff, tax_off: taxOff, currency, records }) // prettier-ignore

/** SHA-256 over the numbers that were shown. */
export const digestOf = (shownNumbers: unknown): string =>
  createHash('sha256').update(JSON.stringify(shownNumbers)).digest('hex')
