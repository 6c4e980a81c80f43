import type { Updateable } from 'kysely'
import type { decideDeposit as declaration, DepositAct } from '#contract/deposits.ts'
import { depositStates } from '#contract/deposits.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { Tables } from '#server/db/tables.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { postDeposit } from '#server/ledger/payout-postings.ts'
import type { enterDeposit as enterDeclaration } from '#contract/deposits.ts'
import { credited, creditFromSuspense } from './deposits.ts'
import { lockDeposit, postable, type LockedDeposit } from './deposit-queries.ts'
import { lockAccount } from './queries.ts'
import { sendBackDeposit } from './send-back-job.ts'

/** Two people decide about money that no bank's word has credited: one asks, another confirms or refuses. */

const person = ({ user }: Ctx): User => {
  if (!user) throw new Fault('denied')
  return user
}

/** Enters a deposit that no channel tells of; it is credited once another person confirms it. */
export async function enterDeposit(ctx: Ctx, body: Input<typeof enterDeclaration>['body']): Promise<string> {
  const account = await lockAccount(ctx, body.account_no)
  if (!account) throw new Fault('notFound')
  if (account.end_date) throw new Fault('wrongState', { why: 'the account is closed' })
  if (!account.mirrors) throw new Fault('wrongState', { why: 'its channel tells of deposits' })
  if (account.currency !== body.currency)
    throw fieldFault(
      'virtualAccountCurrency',
      'currency',
      'other_currency',
      `The virtual account is in ${account.currency}.`,
    )
  const depositId = newId()
  const { subUserId, name } = person(ctx)
  const row = {
    deposit_id: depositId,
    account_no: body.account_no,
    channel_key: account.channel_key,
    deposit_ref: body.deposit_ref,
    currency: body.currency,
    amount_minor: body.amount,
    payer: body.payer ?? '',
    came_at: body.came_at,
    by_hand: true,
    state: 'Asked',
    asked: 'enter',
    asked_by: subUserId,
    asked_by_name: name,
    asked_at: ctx.now,
    reason: body.reason,
    evidence: body.evidence,
    created_at: ctx.now,
    updated_at: ctx.now,
  } as const
  const inserted = await ctx.own
    .insert('deposits', row)
    .onConflict((same) => same.doNothing())
    .returning('deposit_id')
    .executeTakeFirst()
  if (!inserted) throw fieldFault('duplicateOrder', 'deposit_ref', 'already_used')
  noteChange(ctx, 'virtual_account', body.account_no)
  return depositId
}

/** Asks that a deposit in suspense be credited or sent back. Throws `wrongState` where it cannot be, or somebody has asked before. */
export async function askDeposit(
  ctx: Ctx,
  depositId: string,
  { act, reason, evidence }: { act: 'credit' | 'send_back'; reason: string; evidence: string },
): Promise<void> {
  const deposit = await lockDeposit(ctx, depositId)
  if (deposit.state !== 'Suspense' || deposit.asked !== '') throw new Fault('wrongState')
  if (act === 'credit') await expectCreditable(ctx, deposit)
  const { subUserId, name } = person(ctx)
  change(ctx, deposit, { asked: act, asked_by: subUserId, asked_by_name: name, asked_at: ctx.now, reason, evidence })
}

/** Confirms or refuses what another person has asked for. Throws `sameCustodian` for the same person. */
export async function decideDeposit(
  ctx: Ctx,
  depositId: string,
  body: Input<typeof declaration>['body'],
): Promise<void> {
  const deposit = await lockDeposit(ctx, depositId)
  if (deposit.asked === '' || deposit.asked !== body.asked) throw new Fault('wrongState')
  const { subUserId, name } = person(ctx)
  if (deposit.asked_by === subUserId) throw new Fault('sameCustodian')
  const decided = { decided_by_name: name, decided_at: ctx.now }
  if (body.decision === 'refuse') {
    const state = deposit.asked === 'enter' ? moved(deposit, 'refuse') : deposit.state
    return change(ctx, deposit, { ...decided, ...nobodyAsks, state })
  }
  await confirmed[deposit.asked](ctx, deposit, decided)
}

const confirmed: Record<DepositAct, (ctx: Ctx, deposit: LockedDeposit, decided: Columns) => Promise<void>> = {
  async enter(ctx, deposit, decided) {
    await expectCreditable(ctx, deposit)
    change(ctx, deposit, { ...decided, ...nobodyAsks, state: moved(deposit, 'enter') })
    await postDeposit(ctx, postable(deposit), 'balance')
    await credited(ctx, postable(deposit))
  },
  async credit(ctx, deposit, decided) {
    await expectCreditable(ctx, deposit)
    change(ctx, deposit, { ...decided, ...nobodyAsks, state: moved(deposit, 'credit') })
    await creditFromSuspense(ctx, postable(deposit))
  },
  async send_back(ctx, deposit, decided) {
    change(ctx, deposit, { ...decided, ...nobodyAsks, state: moved(deposit, 'sendBack') })
    ctx.enqueue(sendBackDeposit, { depositId: deposit.deposit_id, tries: 0 })
  },
}

type Columns = Updateable<Tables['deposits']>
/** What was asked is answered; who asked, why and by what evidence stays. */
const nobodyAsks = { asked: '', asked_by: null } as const

function moved(deposit: LockedDeposit, action: keyof typeof depositStates.actions) {
  if (!depositStates.can(deposit.state, action)) throw new Fault('wrongState')
  return depositStates.actions[action].to
}

function change(ctx: Ctx, deposit: LockedDeposit, columns: Columns): void {
  ctx.write(
    ctx.own
      .update('deposits')
      .set({ ...columns, updated_at: ctx.now })
      .where('deposit_id', '=', deposit.deposit_id),
  )
  ctx.auditSubject(deposit.deposit_id)
  noteChange(ctx, 'virtual_account', deposit.account_no)
}

async function expectCreditable(ctx: Ctx, { account_no: accountNo, currency }: LockedDeposit): Promise<void> {
  const account = await lockAccount(ctx, accountNo)
  if (!account || account.end_date || account.currency !== currency)
    throw new Fault('wrongState', { why: 'no open account in its currency' })
}
