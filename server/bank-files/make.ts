import { Fault } from '#contract/faults.ts'
import { accountForPayout } from '#server/beneficiaries/account-for-payout.ts'
import { channelOf } from '#server/channels/channel.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { recordedAmount } from '#contract/kit/money.ts'
import { merchantKeys, openSealed, seal } from '#server/kit/secrets/vault.ts'
import { movePayout } from '#server/payout-store/move.ts'
import { backToCreated } from '#server/payout-store/reopen.ts'
import { lockPayouts, type PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { approvedDestination } from '#server/payouts/approved-destination.ts'
import { holdsOf } from '#server/payouts/holds.ts'
import type { OwnAccount, PayoutDestination } from '#server/providers/payouts.ts'
import { expectChannel, insertFile, listApproved, sealedFile } from './queries.ts'
import { groupsOf, writePain, type FilePayment } from './write-pain.ts'

/**
 * Makes a file of the approved payouts of a channel that nothing else holds. Each is in one file only, once, and Processing from then
 * on: the bank may have paid it. Throws `nothingForFile` where there is none, and `channelUnknown`. Returns the file's id.
 */
export async function makeFile(ctx: Ctx, channelKey: string): Promise<string> {
  await expectChannel(ctx, channelKey)
  const from = await ownAccount(ctx, channelKey)
  const locked = await lockPayouts(ctx, await listApproved(ctx, channelKey))
  const ready: { payout: PayoutRow; payment: FilePayment }[] = []
  const day = await today(ctx)
  for (const payout of locked) {
    const to = payout.status === 'Approved' ? await destinationIfReady(ctx, payout) : null
    if (to) ready.push({ payout, payment: paymentOf(payout, to, day) })
  }
  if (ready.length === 0) throw new Fault('nothingForFile')
  const fileId = newId()
  const msgId = fileId.replaceAll('-', '')
  const groups = groupsOf(
    msgId,
    ready.map(({ payment }) => payment),
  )
  const content = writePain({ msgId, madeAt: ctx.now, from }, groups)
  const totalMinor = ready.reduce((sum, { payment }) => sum + payment.amountMinor, 0n)
  for (const { payout } of ready)
    await movePayout(ctx, payout, 'claim', { waits_for: 'bank_answer', channel_asked_at: ctx.now })
  insertFile(
    ctx,
    {
      file_id: fileId,
      channel_key: channelKey,
      msg_id: msgId,
      currency: from.currency,
      payouts: ready.length,
      total_minor: totalMinor,
      content_sealed: seal(await merchantKeys(ctx), content, placeOf(ctx, msgId)),
      made_by: ctx.actor.name,
      made_at: ctx.now,
      asked_by: null,
      asked_at: null,
      withdrawn_at: null,
      updated_at: ctx.now,
    },
    groups.flatMap(({ groupId, payments }) =>
      payments.map(({ endToEndId }) => ({ txn_ref: endToEndId, file_id: fileId, group_id: groupId })),
    ),
  )
  noteChange(ctx, 'bank_file', fileId)
  const made = { channel_key: channelKey, payouts: ready.length, total: recordedAmount(totalMinor, from.currency) }
  ctx.auditSubject(fileId, madeAs(made))
  return fileId
}

/** Where the money goes, when nothing but its file holds a payout; one whose account has changed goes back to its maker. */
async function destinationIfReady(ctx: Ctx, payout: PayoutRow): Promise<PayoutDestination | null> {
  const account = await accountForPayout(ctx, {
    beneficiaryUuid: payout.beneficiary_uuid,
    accountUuid: payout.account_uuid,
  })
  if (account.version !== payout.account_version) {
    await backToCreated(ctx, { txnRefs: [payout.txn_ref] }, 'account_changed')
    return null
  }
  const holds = await holdsOf(ctx, payout, account)
  if (holds.some(({ wait }) => wait !== 'bank_file')) return null
  return approvedDestination(ctx, payout)
}

const paymentOf = (payout: PayoutRow, to: PayoutDestination, day: string): FilePayment => ({
  endToEndId: payout.txn_ref,
  amountMinor: totalsOf(payout).sentMinor,
  currency: payout.currency,
  to,
  remarks: payout.remarks,
  purpose: payout.purpose,
  feePayer: payout.fee_payer,
  day,
})

/** The account that a channel's payouts leave from. */
export async function ownAccount(ctx: Ctx, channelKey: string): Promise<OwnAccount> {
  const { provider, credentials, environment } = await channelOf(ctx, channelKey)
  const own = ctx.services.provider(provider, credentials, environment).payouts?.ownAccount
  if (!own) throw new Fault('channelUnknown')
  return own
}

/** The day in the merchant's time zone. */
async function today(ctx: Ctx): Promise<string> {
  const { time_zone: timeZone } = await ctx.own.select('merchants').select('time_zone').executeTakeFirstOrThrow()
  return ctx.now.toLocaleDateString('sv-SE', { timeZone })
}

/** The file as it was made. Throws `notFound`. */
export async function fileContent(ctx: Ctx, fileId: string): Promise<{ name: string; xml: string }> {
  const row = await sealedFile(ctx, fileId)
  const xml = openSealed(await merchantKeys(ctx), row.content_sealed, placeOf(ctx, row.msg_id))
  return { name: `${row.channel_key}-${row.made_at.toISOString().slice(0, 10)}-${row.msg_id}.xml`, xml }
}

const placeOf = ({ owner }: Ctx, msgId: string) => ({
  merchantId: owner.merchantId,
  table: 'bank_files',
  column: 'content_sealed',
  row: `${owner.environment}/${msgId}`,
})
