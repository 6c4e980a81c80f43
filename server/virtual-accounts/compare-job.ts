import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { channelOf } from '#server/channels/channel.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'

/**
 * Asks a bank what it holds on an account, about once an hour, and once a day on one that mirrors a balance. It keeps that if the account
 * was quiet meanwhile: nothing was at the bank and nothing moved. The check of the ledger compares it (`verify-payouts.ts`).
 */
export const compareBalance = effect({
  name: 'compare-balance',
  data: z.object({ merchantId: z.uuid(), environment, accountNo: z.string() }),
  parallel: 2,
  overdue: {
    key: 'accountNo',
    async list(ctx) {
      const [hour, day] = [1, 24].map((hours) => new Date(ctx.now.getTime() - hours * 3_600_000)) as [Date, Date]
      const rows = await ctx.own
        .select('virtual_accounts')
        .select('account_no')
        .where('end_date', 'is', null)
        .where((where) =>
          where.or([
            where('bank_asked_at', 'is', null),
            where('bank_asked_at', '<', day),
            where.and([where('mirrors', '=', false), where('bank_asked_at', '<', hour)]),
          ]),
        )
        .execute()
      return rows.map(({ account_no: accountNo }) => ({ accountNo }))
    },
  },

  async claim(ctx, { accountNo }) {
    const quiet = await quietAt(ctx, accountNo)
    return quiet && { ...quiet, channel: await channelOf(ctx, quiet.channel_key) }
  },

  async act(services, { account_no: accountNo, currency, channel }, signal) {
    const bank = services.provider(channel.provider, channel.credentials, channel.environment).payouts
    return bank?.balanceOf
      ? bank.balanceOf({ accountNo, currency }, signal)
      : ({ kind: 'silent', why: 'it does not tell' } as const)
  },

  async complete(ctx, { accountNo }, before, told) {
    const after = await quietAt(ctx, accountNo)
    const isQuiet = after !== null && after.last_movement === before.last_movement
    const held =
      told.kind === 'known' && isQuiet ? { bank_minor: told.balanceMinor, bank_movement: after.last_movement } : {}
    ctx.write(
      ctx.own
        .update('virtual_accounts')
        .set({ ...held, bank_asked_at: ctx.now })
        .where('account_no', '=', accountNo),
    )
  },
})

/** An account of which nothing is at the bank, neither a payout nor a deposit on its way back; null for another. Index: payouts_open. */
async function quietAt(ctx: Ctx, accountNo: string) {
  const [account, payout, deposit] = await Promise.all([
    ctx.own
      .select('virtual_accounts')
      .select(['account_no', 'channel_key', 'currency', 'last_movement'])
      .where('account_no', '=', accountNo)
      .executeTakeFirst(),
    ctx.own
      .select('payouts')
      .select('txn_ref')
      .where('virtual_account_no', '=', accountNo)
      .where('status', '=', 'Processing')
      .limit(1)
      .executeTakeFirst(),
    ctx.own
      .select('deposits')
      .select('deposit_id')
      .where('account_no', '=', accountNo)
      .where('state', '=', 'SendingBack')
      .limit(1)
      .executeTakeFirst(),
  ])
  return account && !payout && !deposit ? account : null
}
