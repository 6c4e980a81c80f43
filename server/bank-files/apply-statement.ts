import { fieldFault } from '#contract/faults.ts'
import type { BankVerdict } from '#contract/bank-files.ts'
import type { Statement } from '#server/bank-statements/statement.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findPayout, lockPayouts } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { applyPayoutOutcome, type Effect } from '#server/payouts/outcomes.ts'
import { receiveDeposit } from '#server/virtual-accounts/deposits.ts'
import { mirrorOf } from '#server/virtual-accounts/mirror.ts'
import { emptyAnswer, note, type Answer } from './answer.ts'
import { linesOf, type Line } from './lines.ts'
import { ownAccount } from './make.ts'
import { depositState, listChannels, listInFiles, listKnown, listPaidIn } from './queries.ts'
import { reasonOf } from './reasons.ts'

interface Message {
  format: 'camt.053' | 'camt.054'
  statements: readonly Statement[]
}

/**
 * Applies what statements say of the accounts that payouts leave in files: payouts that are paid or came back, and deposits. Each line
 * counts once, however often it is brought. Throws `invalidFile` where all statements are of other accounts.
 */
export async function applyStatement(ctx: Ctx, { format, statements }: Message): Promise<Answer> {
  const answer = emptyAnswer(format)
  answer.otherAccounts = statements.length
  for (const { channel_key: channelKey } of await listChannels(ctx)) {
    const { number } = await ownAccount(ctx, channelKey)
    const ours = statements.filter(({ account }) => account.replaceAll('-', '').toUpperCase() === number)
    answer.otherAccounts -= ours.length
    if (ours.length > 0) await applyOwn(ctx, channelKey, ours, answer)
  }
  if (answer.otherAccounts === statements.length)
    throw fieldFault(
      'invalidFile',
      'file',
      'other_account',
      'This statement is of no account that payouts leave in files.',
    )
  return answer
}

async function applyOwn(ctx: Ctx, channelKey: string, ours: readonly Statement[], answer: Answer): Promise<void> {
  const { format } = answer
  const { lines, notUnderstood, pending } = linesOf(ours, ctx.now)
  answer.notUnderstood.push(...notUnderstood)
  answer.pending += pending
  const known = await listKnown(
    ctx,
    lines.map(({ key }) => key),
  )
  const fresh = lines.filter(({ key }) => !known.has(key.toString('hex')))
  answer.known += lines.length - fresh.length
  const named = [...new Set(fresh.map(({ endToEndId }) => endToEndId))].filter((id) => id !== '')
  // All at once, in the order in which whoever locks several does.
  const locked = await lockPayouts(ctx, await listInFiles(ctx, named))
  const payouts = new Set(locked.flatMap(({ txn_ref, channel_key }) => (channel_key === channelKey ? txn_ref : [])))
  const paidIn = await listPaidIn(ctx, [...payouts])
  for (const line of fresh) {
    const isOurs = payouts.has(line.endToEndId)
    const said = (verdict: BankVerdict, isKnown = false) =>
      note(ctx, answer, {
        ...line,
        channelKey,
        verdict,
        isKnown,
        txnRef: isOurs ? line.endToEndId : '',
        bankRef: line.ref,
      })
    if (line.direction === 'DBIT') {
      const { verdict, isKnown } = isOurs ? await applyPaid(ctx, line, paidIn, format) : unmatched
      said(verdict, isKnown)
    } else if (isOurs) said(await applyReturned(ctx, channelKey, line))
    // The statement will tell of it, and only the bank's reference says that it is the same.
    else if (format === 'camt.054' && !line.isBankRef) answer.pending += 1
    else {
      const { verdict, isKnown } = await applyDeposit(ctx, channelKey, line, line.isReturn)
      said(verdict, isKnown)
    }
  }
}

interface Verdict {
  verdict: BankVerdict
  isKnown: boolean
}
const unmatched: Verdict = { verdict: 'unmatched', isKnown: false }

/** Money of a payout that has left. The same payout may be in a notification and in a statement; twice in one kind is too often. */
async function applyPaid(ctx: Ctx, line: Line, paidIn: Set<string>, format: string): Promise<Verdict> {
  const payout = await findPayout(ctx, line.endToEndId)
  if (!payout) return unmatched
  if (line.currency !== payout.currency || line.minor !== totalsOf(payout).sentMinor)
    return { verdict: 'amount_differs', isKnown: false }
  const said = `${format} ${line.endToEndId}`
  if (paidIn.has(said)) return { verdict: 'paid_twice', isKnown: false }
  const paid = { kind: 'paid', providerRef: line.isBankRef ? line.ref : '' } as const
  const effect = await applyPayoutOutcome(ctx, line.endToEndId, paid, line.bookedAt)
  if (effect === 'contradicts') return { verdict: 'contradicts', isKnown: false }
  paidIn.add(said)
  return { verdict: 'paid', isKnown: effect === 'ignored' }
}

/** Money of a payout that has come back, by the id under which it left. More than left waits in suspense. */
async function applyReturned(ctx: Ctx, channelKey: string, line: Line): Promise<BankVerdict> {
  const payout = await findPayout(ctx, line.endToEndId)
  const returnedMinor = (payout?.returned_minor ?? 0n) + line.minor
  if (!payout || line.currency !== payout.currency || returnedMinor > totalsOf(payout).sentMinor) {
    await applyDeposit(ctx, channelKey, line, true)
    return 'amount_differs'
  }
  const outcome = {
    kind: 'returned',
    returnedMinor,
    reason: reasonOf(line.returnReason),
    providerText: [line.returnReason, line.text].filter((one) => one !== '').join(' '),
    providerRef: line.isBankRef ? line.ref : '',
  } as const
  return returnVerdicts[await applyPayoutOutcome(ctx, line.endToEndId, outcome, line.bookedAt)]
}
const returnVerdicts: Record<Effect, BankVerdict> = {
  applied: 'returned',
  ignored: 'unmatched',
  contradicts: 'contradicts',
}

/** Money that came in, onto the account that mirrors the bank's, once for its reference. */
async function applyDeposit(ctx: Ctx, channelKey: string, line: Line, isReturn: boolean): Promise<Verdict> {
  const accountNo = mirrorOf(channelKey, line.currency)
  const known = await depositState(ctx, accountNo, line.ref)
  const told = {
    kind: 'deposit',
    id: line.ref,
    accountNo,
    depositRef: line.ref,
    amountMinor: line.minor,
    currency: line.currency,
    payer: line.otherSide || line.text,
    at: line.bookedAt.toISOString(),
  } as const
  if (!known) await receiveDeposit(ctx, { channelKey, told, body: '' }, isReturn ? 'unmatched_return' : undefined)
  const { state } = (await depositState(ctx, accountNo, line.ref)) ?? {}
  return { verdict: state === 'Suspense' ? 'deposit_suspended' : 'deposit', isKnown: known !== undefined }
}
