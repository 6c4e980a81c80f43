import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { channelOf, type Channel } from '#server/channels/channel.ts'
import { listConnected } from '#server/channels/connections.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import type { NameChecked, PayoutDestination } from '#server/providers/payouts.ts'
import { numberOf, type AccountRow, type CheckedName } from './account-rows.ts'
import { wakePayouts } from './wake-payouts.ts'

/** What is known of the name of an account that nobody has asked about yet. */
export const unchecked: CheckedName = {
  name_check: 'UNCHECKED',
  name_at_bank: '',
  name_reason: '',
  name_checked_at: null,
}

/**
 * The channel that can say whose an account is: the named one, or the first connected one that can; null for none.
 */
export async function checkingChannel(ctx: Ctx, channelKey = ''): Promise<Channel | null> {
  for (const { channel_key, provider, is_enabled } of await listConnected(ctx)) {
    if (!is_enabled || (channelKey !== '' && channel_key !== channelKey)) continue
    if (!ctx.services.providers.includes(provider)) continue
    const channel = await channelOf(ctx, channel_key)
    if (adapterOf(ctx.services, channel).payouts?.checkName) return channel
  }
  return null
}
const adapterOf = (services: Services, { provider, credentials, environment: of }: Channel) =>
  services.provider(provider, credentials, of)

/** Whose account it is, by the channel's bank. No transaction is open; a provider that gives no answer in time is silent. */
export async function askName(services: Services, channel: Channel, to: PayoutDestination): Promise<NameChecked> {
  const ask = adapterOf(services, channel).payouts?.checkName
  if (!ask) return { kind: 'known', check: 'NOT_POSSIBLE', nameAtBank: '' }
  try {
    return await ask(to, AbortSignal.timeout(limits.nameCheckMs))
  } catch (error) {
    return { kind: 'silent', why: String(error) }
  }
}

const data = z.object({
  merchantId: z.uuid(),
  environment,
  accountUuid: z.string(),
  channelKey: z.string().default(''),
  asks: z.number().default(0),
})

interface Claim {
  channel: Channel | null
  version: number
  to: PayoutDestination
}

/** Asks the bank whose an account is that nobody was there to wait for: one of a payout or a sheet, or one checked long ago. */
export const checkAccountName = effect<z.infer<typeof data>, Claim, NameChecked>({
  name: 'check-account-name',
  data,
  parallel: 8,
  overdue: {
    key: 'accountUuid',
    list: async (ctx, since) =>
      (await listToCheck(ctx, since)).map((accountUuid) => ({ accountUuid, channelKey: '', asks: 0 })),
  },

  async claim(ctx, { accountUuid, channelKey }) {
    const account = await ctx.own
      .select('beneficiary_accounts')
      .selectAll()
      .where('account_uuid', '=', accountUuid)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!account) return null
    const channel = (await checkingChannel(ctx, channelKey)) ?? (channelKey ? await checkingChannel(ctx) : null)
    return { channel, version: account.version, to: await destinationOfRow(ctx, account) }
  },

  act: async (services, { channel, to }) =>
    channel ? askName(services, channel, to) : { kind: 'known', check: 'NOT_POSSIBLE', nameAtBank: '' },

  async complete(ctx, { accountUuid, channelKey, asks }, { version }, answer) {
    if (answer.kind === 'silent' && asks < limits.nameChecks) {
      ctx.enqueue(checkAccountName, { accountUuid, channelKey, asks: asks + 1 }, { after: 60 * 2 ** asks })
      return
    }
    const found = answer.kind === 'silent' ? { check: 'NOT_POSSIBLE' as const, nameAtBank: '' } : answer
    const changed = await ctx.own
      .update('beneficiary_accounts')
      .set({ name_check: found.check, name_at_bank: found.nameAtBank, name_checked_at: ctx.now })
      .where('account_uuid', '=', accountUuid)
      .where('version', '=', version)
      .returning('beneficiary_uuid')
      .executeTakeFirst()
    if (!changed) return
    addTimelineEntry(ctx, 'beneficiary', changed.beneficiary_uuid, 'name_checked', { name_check: found.check })
    if (found.check === 'MATCH') await wakePayouts(ctx, { accountUuid })
  },
})

async function destinationOfRow(ctx: Ctx, account: AccountRow): Promise<PayoutDestination> {
  return {
    type: account.account_type,
    country: account.country,
    holder: account.account_name,
    number: await numberOf(ctx, account),
    bankCode: account.bank_code,
    bankName: account.bank_name,
    fields: account.fields,
  }
}

/** Accounts that were never asked about, and those whose answer gets old, at most 500. Index: beneficiary_accounts_to_check. */
async function listToCheck(ctx: Ctx, since: Date): Promise<string[]> {
  const old = new Date(ctx.now.getTime() - (limits.nameCheckDays - 10) * 86_400_000)
  const rows = await ctx.own
    .select('beneficiary_accounts')
    .select('account_uuid')
    .where('active', '=', true)
    .where((where) =>
      where.or([
        where.and([where('name_check', '=', 'UNCHECKED'), where('changed_at', '<', since)]),
        where('name_checked_at', '<', old),
      ]),
    )
    .limit(500)
    .execute()
  return rows.map(({ account_uuid }) => account_uuid)
}
