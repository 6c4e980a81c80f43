import { Fault } from '#contract/faults.ts'
import { payoutStates } from '#contract/payout-states.ts'
import { allowed } from '#contract/access.ts'
import { accountForPayout, type AccountForPayout } from '#server/beneficiaries/account-for-payout.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import { hasSecondFactor } from '#server/kit/auth/has-second-factor.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findPayout, type PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { wirePayout } from '#server/payout-store/wire.ts'
import { whoMustAct, type WhoMustAct } from '#server/payout-rules/who-must-act.ts'
import { shownNumber } from './account-number.ts'
import { isPayableAgain, paidAgainBy } from './pay-again.ts'
import { waitsOf } from './waits.ts'

/** One payout as its page shows it. Throws `notFound`. */
export async function readPayout(ctx: Ctx, txnRef: string) {
  const payout = await findPayout(ctx, txnRef)
  if (!payout) throw new Fault('notFound')
  const account = await accountForPayout(ctx, {
    beneficiaryUuid: payout.beneficiary_uuid,
    accountUuid: payout.account_uuid,
  })
  const asked = (await whoMustAct(ctx, [txnRef])).get(txnRef)
  const [number, holds, postings, timeline, again] = await Promise.all([
    shownNumber(ctx, payout),
    waitsOf(ctx, payout, { account, asked }),
    listPostings(ctx, txnRef),
    readTimeline(ctx, 'payout', txnRef),
    paidAgainBy(ctx, txnRef),
  ])
  const { totalMinor, sentMinor } = totalsOf(payout)
  return {
    ...wirePayout(ctx, payout),
    to_account_no: number,
    account: accountOf(payout, account, number),
    user_message: payout.user_message,
    purpose: payout.purpose,
    duplicate_reason: payout.duplicate_reason,
    send_email: payout.send_email,
    send_sms: payout.send_sms,
    recipient_emails: payout.recipient_emails,
    end_remark: payout.end_remark,
    ended_by: payout.ended_by,
    total: totalMinor,
    sent: sentMinor,
    holds,
    attempts: payout.channel_asks,
    first_asked_at: payout.channel_asked_at,
    paid_again_by: again,
    may: mayOf(ctx, payout, { asked, again }),
    postings,
    timeline,
  }
}

const accountOf = (payout: PayoutRow, now: AccountForPayout, number: string) => ({
  account_uuid: payout.account_uuid,
  version: payout.account_version,
  has_changed: now.version !== payout.account_version,
  account_name: payout.account_name || payout.beneficiary_name,
  account_no: number,
  bank_code: payout.bank_code,
  bank_name: payout.bank_name,
  country: payout.account_country,
  fields: payout.account_fields,
  warnings: now.warnings,
  name_check: now.nameCheck,
  name_at_bank: now.nameAtBank,
  name_reason: now.nameReason,
})

/** What the caller may do now. Whoever lacks a second factor may do nothing. */
function mayOf(ctx: Ctx, payout: PayoutRow, { asked, again }: { asked: WhoMustAct | undefined; again: string }) {
  const { user } = ctx
  const may = (rule: 'payoutMakers' | 'payoutCheckers' | 'payoutApprovers') =>
    user ? allowed(rule, user) && hasSecondFactor(user) : rule === 'payoutMakers'
  const can = (action: keyof typeof payoutStates.actions) => payoutStates.can(payout.status, action)
  const gives = (act: 'verify' | 'approve') =>
    asked?.steps.some(
      (step) =>
        step.act === act &&
        step.state === 'now' &&
        step.people.some(({ sub_user_id, why }) => sub_user_id === user?.subUserId && why === ''),
    ) ?? false
  const waits = payout.status === 'Created' || payout.status === 'Verified'
  return {
    edit: can('edit') && may('payoutMakers'),
    verify: waits && gives('verify'),
    approve: waits && gives('approve'),
    reject: can('reject') && (may('payoutCheckers') || may('payoutApprovers')) && user !== null,
    cancel: can('cancel') && may('payoutMakers'),
    pay_again: again === '' && isPayableAgain(payout) && may('payoutMakers'),
  }
}

/** The lines of the ledger about a payout, oldest first. Index: ledger_transfers_by_object. */
const listPostings = (ctx: Ctx, txnRef: string) =>
  ctx.own
    .select('ledger_transfers')
    .innerJoin('ledger_entries', (join) =>
      join
        .on('ledger_entries.merchant_id', '=', ctx.owner.merchantId)
        .on('ledger_entries.environment', '=', ctx.owner.environment)
        .onRef('ledger_entries.transfer_id', '=', 'ledger_transfers.transfer_id'),
    )
    .select([
      'ledger_transfers.at',
      'ledger_transfers.kind',
      'ledger_entries.account',
      'ledger_entries.amount_minor as amount',
      'ledger_entries.currency',
    ])
    .where('ledger_transfers.object_type', '=', 'payout')
    .where('ledger_transfers.object_ref', '=', txnRef)
    .orderBy('ledger_transfers.at')
    .orderBy('ledger_transfers.transfer_id')
    .orderBy('ledger_entries.line')
    .execute()
