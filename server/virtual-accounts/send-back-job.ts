import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { channelOf } from '#server/channels/channel.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { postDecision } from '#server/ledger/payout-postings.ts'
import { lockDeposit, postable } from './deposit-queries.ts'

/**
 * Sends a deposit back, as two people have decided. A bank that does not answer is asked again under the same key, without an end; one that
 * refuses leaves the money in suspense. Where only a person at the bank can send it back, one has, and the decision is all.
 */
export const sendBackDeposit = effect({
  name: 'send-back-deposit',
  data: z.object({ merchantId: z.uuid(), environment, depositId: z.uuid(), tries: z.int() }),
  parallel: 2,
  overdue: {
    key: 'depositId',
    async list(ctx, since) {
      const rows = await ctx.own
        .select('deposits')
        .select('deposit_id')
        .where('state', '=', 'SendingBack')
        .where('updated_at', '<', since)
        .execute()
      return rows.map(({ deposit_id: depositId }) => ({ depositId, tries: 0 }))
    },
  },

  async claim(ctx, { depositId }) {
    const deposit = await lockDeposit(ctx, depositId)
    return deposit.state === 'SendingBack' ? { deposit, channel: await channelOf(ctx, deposit.channel_key) } : null
  },

  async act(services, { deposit, channel }, signal) {
    const bank = services.provider(channel.provider, channel.credentials, channel.environment).payouts
    if (!bank?.sendBack) return { kind: 'sent' as const }
    const {
      deposit_id: id,
      account_no: accountNo,
      deposit_ref: depositRef,
      amount_minor: amountMinor,
      currency,
    } = deposit
    return bank.sendBack({ key: `back-${id}`, accountNo, depositRef, amountMinor, currency }, signal)
  },

  async complete(ctx, { depositId, tries }, _claimed, said) {
    if (said.kind === 'silent') {
      ctx.enqueue(sendBackDeposit, { depositId, tries: tries + 1 }, { after: Math.min(3_600, 5 * 4 ** tries) })
      return
    }
    const deposit = await lockDeposit(ctx, depositId)
    if (deposit.state !== 'SendingBack') return
    const state = said.kind === 'sent' ? 'SentBack' : 'Suspense'
    ctx.write(ctx.own.update('deposits').set({ state, updated_at: ctx.now }).where('deposit_id', '=', depositId))
    noteChange(ctx, 'virtual_account', deposit.account_no)
    if (said.kind === 'sent') await postDecision(ctx, postable(deposit), 'sender')
    else ctx.services.log.warn({ deposit: depositId, why: said.providerText }, 'a bank refuses to send a deposit back')
  },
})
