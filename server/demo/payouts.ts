import { currencies, type Currency } from '#contract/kit/money.ts'
import type { PayoutState } from '#contract/payout-states.ts'
import type { Actor, Ctx } from '#server/kit/ctx.ts'
import { movePayout } from '#server/payout-store/move.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { approvedPayouts } from '#server/payouts/approved.ts'
import { cancelPayout } from '#server/payouts/cancel.ts'
import { createOne } from '#server/payouts/create.ts'
import { applyPayoutOutcome } from '#server/payouts/outcomes.ts'
import type { PastBankEffect } from '#server/providers/simulator/bank/past.ts'
import { chanceOf, type Chance } from './chance.ts'
import { closePast } from './past.ts'
import { gave, peopleOf, verify, type PayoutPeople } from './payout-people.ts'
import { seedPayoutRules, twoApproversFrom } from './payout-rules.ts'
import { seedPayoutSheet } from './payout-sheet.ts'

/** What became of the payouts of the past: mostly paid, some failed or came back. */
const past: readonly PayoutState[] = [
  'Success', 'Success', 'Success', 'Success', 'Failed', 'Success', 'Success', 'Returned', 'Success', 'Success', 'Cancelled', 'Success',
  'Success', 'Rejected', 'Success', 'Success',
] // prettier-ignore
/** And those of today: one in each state that is open. */
const open: readonly PayoutState[] = ['Processing', 'Approved', 'Queued', 'Scheduled', 'Verified', 'Created', 'Created']
/** Whose rules are kept, and who pays from a sheet. */
const withRules = 'acme'

/** So many payouts over 90 days, and one of today in each open state. Returns what the simulated bank has to know of them. */
export async function seedPayouts(ctx: Ctx, slug: string, payouts: number): Promise<PastBankEffect[]> {
  const [account] = await ctx.own
    .select('virtual_accounts')
    .select(['account_no', 'currency', 'available_minor'])
    .where('end_date', 'is', null)
    .orderBy('available_minor', 'desc')
    .limit(1)
    .execute()
  const payees = await ctx.own
    .select('beneficiaries')
    .innerJoin('beneficiary_accounts', (join) =>
      join
        .on('beneficiary_accounts.merchant_id', '=', ctx.owner.merchantId)
        .on('beneficiary_accounts.environment', '=', ctx.owner.environment)
        .onRef('beneficiary_accounts.beneficiary_uuid', '=', 'beneficiaries.beneficiary_uuid'),
    )
    .select([
      'beneficiaries.beneficiary_uuid',
      'beneficiary_accounts.name_check',
      'beneficiary_accounts.name_reason',
      'beneficiary_accounts.country',
    ])
    .where('beneficiaries.active', '=', true)
    .where('beneficiary_accounts.account_type', '=', 'BANK')
    .orderBy('beneficiaries.name')
    .execute()
  if (!account || payees.length === 0) return []
  const tale: Tale = {
    ctx,
    account: account.account_no,
    currency: account.currency,
    availableMinor: account.available_minor,
    payees: payees.filter((one) => !isHeld(one)).map(uuidOf),
    held: payees.filter(isHeld).map(uuidOf),
    unlimited: payees.filter(({ country }) => country === 'DE').map(uuidOf),
    people: await peopleOf(ctx),
    chance: chanceOf(slug.charCodeAt(0) * 104_729),
    told: [],
  }
  const ends = Array.from({ length: payouts }, (_, at) => past[at % past.length] as PayoutState)
  for (const [number, end] of ends.entries())
    await tell(tale, end, new Date(ctx.now.getTime() - (86 - (number * 84) / ends.length) * dayMs))
  if (slug === withRules) seedPayoutRules(ctx, { currency: tale.currency, by: tale.people.admin })
  for (const [number, end] of open.entries())
    await tell(tale, end, new Date(ctx.now.getTime() - (8 - number) * 3_600_000))
  if (slug === withRules) await seedPayoutSheet(ctx.with({ requestId }), tale)
  await closePast(ctx, { requestId, about: 'payout', kinds: [] })
  return tale.told
}
const requestId = 'demo-payouts'
const dayMs = 86_400_000
const uuidOf = ({ beneficiary_uuid: uuid }: { beneficiary_uuid: string }): string => uuid
/** The bank has another name, and nobody has said why that is right. */
const isHeld = (one: { name_check: string; name_reason: string }): boolean =>
  one.name_check === 'NO_MATCH' && one.name_reason === ''

interface Tale {
  ctx: Ctx
  account: string
  currency: Currency
  availableMinor: bigint
  payees: readonly string[]
  /** Those that nothing is paid to at the moment. */
  held: readonly string[]
  /** Those whose bank takes any amount in the currency. */
  unlimited: readonly string[]
  people: PayoutPeople
  chance: Chance
  told: PastBankEffect[]
}

async function tell(tale: Tale, end: PayoutState, at: Date): Promise<void> {
  const { ctx, people, chance, told } = tale
  const as = (actor: Actor, minutes: number) =>
    ctx.with({ now: new Date(at.getTime() + minutes * 60_000), actor, requestId })
  const payout = await make(tale, end, as(people.maker, 0))
  if (end === 'Created') return
  if (end === 'Rejected') return reject(as(people.verifier, 40), payout, 'Another account was agreed.')
  await verify(as(people.verifier, 50), payout)
  const approver = as(people.approver, 90)
  // Of two levels the first is given.
  if (end === 'Verified') return gave(approver, payout, 'approve')
  if (end === 'Cancelled') return cancelPayout(as(people.maker, 70), payout.txn_ref, 'Ordered twice.')
  await gave(approver, payout, 'approve')
  if (end === 'Queued') await gave(as(people.admin, 95), payout, 'approve', 1)
  const [approved] = await approvedPayouts(approver, [payout.txn_ref])
  if (!approved || approved.status !== 'Approved' || end === 'Approved') return
  const sent = as(system, 91)
  const claimed = await movePayout(sent, approved, 'claim', {
    waits_for: 'provider',
    channel_asked_at: sent.now,
    channel_asks: 1,
  })
  const { sentMinor } = totalsOf(claimed)
  const { txn_ref: key, account_name: holder, last_four: number, bank_code } = claimed
  const to = { type: claimed.account_type, holder, number, bank_code }
  told.push({ payout: key, at: sent.now, accountNo: tale.account, amountMinor: sentMinor, currency: tale.currency, to })
  if (end === 'Processing') return
  const later = as(system, 91 + Math.ceil(40 * chance.next()))
  const providerRef = `po_${key}`
  if (end === 'Failed') {
    told.push({ ended: key, at: later.now, status: 'failed', reason: 'account_closed' })
    const word = {
      kind: 'failed',
      reason: 'ACCOUNT_CLOSED',
      providerText: 'The account is closed.',
      providerRef,
    } as const
    return void (await applyPayoutOutcome(later, key, word, later.now))
  }
  told.push({ ended: key, at: later.now, status: 'paid' })
  await applyPayoutOutcome(later, key, { kind: 'paid', providerRef }, later.now)
  if (end !== 'Returned') return
  const back = as(system, 2 * 1_440)
  told.push({ ended: key, at: back.now, status: 'returned', returnedMinor: sentMinor, reason: 'account_closed' })
  const word = {
    kind: 'returned',
    returnedMinor: sentMinor,
    reason: 'ACCOUNT_CLOSED',
    providerText: 'The account is closed.',
  } as const
  await applyPayoutOutcome(back, key, { ...word, providerRef }, back.now)
}
const system: Actor = { kind: 'system', id: null, name: '' }

async function make(tale: Tale, end: PayoutState, ctx: Ctx): Promise<PayoutRow> {
  const { account, currency, availableMinor, chance } = tale
  const payees = end === 'Approved' ? tale.held : end === 'Queued' ? tale.unlimited : tale.payees
  const unit = 10 ** currencies[currency] * (currency === 'VND' ? 20_000 : 1)
  const small = 150 + Math.floor(3_000 * chance.next())
  // More than the account has waits for money; what needs two approvers has one.
  const thousands = Number(availableMinor / BigInt(1_000 * unit)) + 1
  const amount = end === 'Queued' ? thousands * 1_000 : end === 'Verified' ? twoApproversFrom + small : small
  const wish = {
    virtual_acc_no: account,
    beneficiary_uuid: chance.one(payees),
    amount: BigInt(amount * unit),
    currency,
    remarks: chance.one(remarks),
    reason: 'Regular supplier',
    ...(end === 'Scheduled' && { trigger_time: new Date(ctx.now.getTime() + 3 * dayMs) }),
  }
  const [made] = await createOne(ctx, wish, { at: '', split: false })
  if (!made) throw new Error('no payout was made')
  return made
}
const remarks = ['Invoice of the month', 'Salaries', 'Freight', 'Licences', 'Rent', 'Refund of a deposit']

async function reject(ctx: Ctx, payout: PayoutRow, remark: string): Promise<void> {
  await movePayout(ctx, payout, 'reject', { ended_by: ctx.actor.name, end_remark: remark }, { reason: remark })
}
