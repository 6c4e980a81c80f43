import { createHash } from 'node:crypto'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { depositTestMoney as declaration } from '#contract/virtual-accounts.ts'
import { channelOf } from '#server/channels/channel.ts'
import type { Before, Http } from '#server/kit/handler.ts'
import { accountOf, otherCurrency } from './queries.ts'

/** Has the simulated bank bring money onto an account, once for the key of the request, however often it comes. */
export async function bringTestMoney(
  { owner, user, services, apart }: Before,
  { path, body }: Input<typeof declaration>,
  { idempotencyKey }: Http,
): Promise<void> {
  if (!owner) throw new Fault('sessionLost')
  if (body.amount > limits.testDepositMinor) throw fieldFault('invalidAmount', 'amount', 'too_large')
  const channel = await apart(owner, async (ctx) => {
    const account = await accountOf(ctx, path.account)
    if (owner.environment !== 'sandbox') throw new Fault('wrongState', { why: 'live mode has no test money' })
    if (account.currency !== body.currency) throw otherCurrency(account.currency)
    if (account.end_date) throw new Fault('wrongState', { why: 'the account is closed' })
    return channelOf(ctx, account.channel_key)
  })
  const bank = services.provider(channel.provider, channel.credentials, owner.environment).payouts
  if (!bank?.deposit) throw new Fault('wrongState', { why: 'its channel has no test money' })
  const { amount: amountMinor, currency, payer = 'Test deposit' } = body
  const request = JSON.stringify([owner.merchantId, user?.subUserId, path.account, idempotencyKey])
  const key = `test-${createHash('sha256').update(request).digest('hex').slice(0, 40)}`
  const deposit = { key, accountNo: path.account, amountMinor, currency, payer }
  await bank.deposit(deposit, AbortSignal.timeout(limits.credentialsTestMs)).catch((cause: unknown) => {
    throw new Fault('providerSilent', { cause })
  })
}
