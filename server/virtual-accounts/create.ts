import { createHash } from 'node:crypto'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { createVirtualAccount as declaration } from '#contract/virtual-accounts.ts'
import { callbackAddress } from '#server/channels/callback-address.ts'
import { channelOf } from '#server/channels/channel.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { mirrorOf } from './mirror.ts'
import type { OpenedAccount } from '#server/providers/payouts.ts'

type Body = Input<typeof declaration>['body']
/** How long the bank may take to open an account. */
const openingMs = 12_000

/** Has the bank open an account, with no transaction open: once, however often the same request comes. */
export async function openAtBank(before: Before, body: Body): Promise<Opened> {
  const { owner, services } = before
  if (!owner) throw new Fault('notFound')
  const { channel, open } = await before.apart(owner, (ctx) => expectPlace(ctx, body))
  const entry = catalogueEntry(channel.catalogueKey)
  const bank = services.provider(channel.provider, channel.credentials, owner.environment).payouts
  if (!bank || !entry?.payouts) throw refused('channel_key', "This channel doesn't pay out.")
  const own = bank.ownAccount
  if (own && own.currency !== body.currency) throw refused('currency', `The account at the bank is in ${own.currency}.`)
  if (!entry.payouts.virtualAccounts || !bank.openAccount)
    return {
      accountNo: mirrorOf(channel.key, body.currency),
      bankCode: own?.bic ?? '',
      bankName: entry.name,
      providerRef: '',
      mirrors: true,
    }
  const wish = {
    key: keyOf(owner, body, open),
    currency: body.currency,
    name: body.account_name,
    customerName: body.customer_name ?? '',
    mapId: body.map_id ?? '',
    callbackUrl: callbackAddress(services, channel, owner.environment),
  }
  const opened = await bank.openAccount(wish, AbortSignal.timeout(openingMs))
  if (opened.kind === 'silent') throw new Fault('virtualAccountRefused', { why: opened.why })
  if (opened.kind === 'refused') throw refused('account_name', opened.providerText)
  return { ...opened, mirrors: false }
}
type Opened = Omit<Extract<OpenedAccount, { kind: 'opened' }>, 'kind'> & { mirrors: boolean }

const refused = (path: string, text: string): Fault =>
  new Fault('virtualAccountRefused', { errors: [{ path, reason: 'provider_refused', params: { words: text }, text }] })

/** The channel, and how many accounts there are. Throws `channelMissing`, `tooMany`, or `invalidRequest` at the condition. */
async function expectPlace(ctx: Ctx, body: Body) {
  const { condition = 'NO_CONDITION', conditional_amount: amount } = body
  if ((condition === 'NO_CONDITION') !== (amount === undefined))
    throw fieldFault('invalidRequest', 'conditional_amount', amount === undefined ? 'required' : 'not_allowed')
  const found = await ctx.own
    .select('payment_channels')
    .select('is_enabled')
    .where('channel_key', '=', body.channel_key)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!found?.is_enabled)
    throw fieldFault('channelMissing', 'channel_key', 'unknown', 'There is no such channel, or it is off.')
  const open = await countAccounts(ctx)
  if (open >= limits.virtualAccounts) throw new Fault('tooMany')
  return { channel: await channelOf(ctx, body.channel_key), open }
}

async function countAccounts(ctx: Ctx): Promise<number> {
  const { open } = await ctx.own
    .select('virtual_accounts')
    .select(({ fn }) => fn.countAll<bigint>().as('open'))
    .executeTakeFirstOrThrow()
  return Number(open)
}

/** The bank opens one account for the same wish and the same number of accounts before: a request whose answer was lost finds its own. */
function keyOf({ merchantId, environment }: Owner, body: Body, open: number): string {
  const { channel_key, account_name, currency, customer_name = '', map_id = '' } = body
  const parts = [merchantId, environment, open, channel_key, account_name, currency, customer_name, map_id]
  return `va-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`
}

/** Keeps an account that the bank has opened. Throws `virtualAccountRefused` where the merchant has it already. */
export async function insertAccount(ctx: Ctx, body: Body, opened: Opened): Promise<string> {
  const { accountNo } = opened
  const row = {
    account_no: accountNo,
    channel_key: body.channel_key,
    account_name: body.account_name,
    bank_code: opened.bankCode,
    bank_name: opened.bankName,
    currency: body.currency,
    customer_name: body.customer_name ?? '',
    map_id: body.map_id ?? '',
    condition: body.condition ?? 'NO_CONDITION',
    conditional_minor: body.conditional_amount ?? null,
    low_minor: body.low_amount ?? null,
    mirrors: opened.mirrors,
    provider_ref: opened.providerRef,
    created_by: ctx.actor.name,
    start_date: ctx.now,
    updated_at: ctx.now,
  } as const
  const inserted = await ctx.own
    .insert('virtual_accounts', row)
    .onConflict((same) => same.doNothing())
    .returning('account_no')
    .executeTakeFirst()
  if (!inserted) throw refused('channel_key', 'There is such an account already.')
  const { account_name, currency, channel_key } = body
  ctx.auditSubject(accountNo, madeAs({ account_name, currency, channel_key }))
  noteChange(ctx, 'virtual_account', accountNo)
  return accountNo
}
