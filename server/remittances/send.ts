import type { Currency } from '#contract/kit/money.ts'
import { callbackAddress } from '#server/channels/callback-address.ts'
import { channelOf, type Channel } from '#server/channels/channel.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { postSent } from '#server/ledger/remittance-postings.ts'
import type { AskedRemittance, RemittanceOutcome, RemittanceRequest } from '#server/providers/remittances.ts'
import { accountForRemittance, type AccountForRemittance } from '#server/remittance-accounts/account-for-remittance.ts'
import { holdsOf } from './holds.ts'
import { keptAccount, keptFrom, sealedAccount, type KeptAccount } from './kept-account.ts'
import { changeRemittance, moveRemittance } from './move.ts'
import { applyRemittanceOutcome, askRateAnew } from './outcomes.ts'
import { hold } from './quote.ts'
import { lockRemittance, type RemittanceRow } from './rows.ts'
import { quoteRemittanceJob, sendRemittanceJob, type SendData } from './send-job.ts'
import { keyOf, sendingOf } from './sending.ts'
import { termsOfVersion } from './terms.ts'

interface Claim {
  channel: Channel
  attempt: number
  /** Null where it was sent before accounts were kept: its provider is only asked. */
  request: RemittanceRequest | null
  asked: AskedRemittance | null
}

/**
 * Sends a settlement by its quote, then asks how it stands until that is final. A guarded move claims it and keeps the account as it is then. The
 * key is its reference and the number of the attempt: only what the provider has certainly never seen is sent again, to the account that was
 * kept, and a new attempt comes only after a definite end. The job never gives up.
 */
export const sendRemittance = effect<SendData, Claim, RemittanceOutcome>({
  ...sendRemittanceJob,
  parallel: 8,
  overdue: {
    key: 'settlementRef',
    list: async (ctx, since) =>
      (await listUnderWay(ctx, since)).map((settlementRef) => ({ settlementRef, asks: 0, nudge: false })),
  },

  async claim(ctx, { settlementRef }) {
    const row = await lockRemittance(ctx, settlementRef)
    if (!row) return null
    const { channel_key: channelKey } = await termsOfVersion(ctx, row.terms_version)
    const channel = await channelOf(ctx, channelKey)
    if (row.status === 'Processing') {
      const kept = await keptAccount(ctx, row)
      return {
        channel,
        attempt: row.attempts,
        request: kept && requestOf(ctx, row, channel, kept),
        asked: { key: keyOf(row), providerRef: row.provider_ref, firstAskedAt: row.asked_at ?? ctx.now },
      }
    }
    if (row.status !== 'Calculated' || row.quote_expires_at === null) return null
    if (row.quote_expires_at <= ctx.now) {
      await changeRemittance(ctx, row, { quote_ref: '', quote_expires_at: null })
      ctx.enqueue(quoteRemittanceJob, { settlementRef })
      return null
    }
    const account = await accountForRemittance(ctx, row.destination_currency as Currency)
    const holds = await holdsOf(ctx, account)
    if (!account || holds.length > 0) {
      await hold(ctx, row, holds)
      return null
    }
    const kept = await keptFrom(account)
    const sent = await claimed(ctx, row, account, kept)
    return { channel, attempt: sent.attempts, request: requestOf(ctx, sent, channel, kept), asked: null }
  },

  act: (services, claim, signal) => askProvider(services, claim, signal),

  async complete(ctx, { settlementRef, asks, nudge }, { attempt }, outcome) {
    if (outcome.kind === 'quote_expired') await askRateAnew(ctx, settlementRef, attempt)
    else if (outcome.kind !== 'unknown' && outcome.kind !== 'unavailable' && outcome.kind !== 'absent')
      await applyRemittanceOutcome(ctx, settlementRef, attempt, outcome, ctx.now)
    const row = await lockRemittance(ctx, settlementRef)
    if (row?.status !== 'Processing') return
    await changeRemittance(ctx, row, { provider_asks: row.provider_asks + 1 })
    if (!nudge)
      ctx.enqueue(sendRemittanceJob, { settlementRef, asks: asks + 1, nudge: false }, { after: nextAskSeconds(asks) })
  },
})

/** The money is changed in the ledger, and the account is kept as it is: from here on the provider may have it. */
async function claimed(
  ctx: Ctx,
  row: RemittanceRow,
  account: AccountForRemittance,
  kept: KeptAccount,
): Promise<RemittanceRow> {
  const attempts = row.attempts + 1
  const key = keyOf({ settlement_ref: row.settlement_ref, attempts })
  const sent = await moveRemittance(ctx, row, 'send', {
    attempts, conversions: row.conversions + 1, account_uuid: account.accountUuid, account_version: account.version, account_holder: account.holder,
    account_last_four: account.lastFour, account_sealed: await sealedAccount(ctx, key, kept), sent_at: ctx.now, asked_at: ctx.now, provider_ref: '', fail_reason: '', provider_text: '',
  }, { account: account.lastFour }) // prettier-ignore
  if (sent.returned_dc === null) postSent(ctx, { ...sendingOf(sent), rate: String(sent.applied_forex_rate) })
  return sent
}

function requestOf(ctx: Ctx, row: RemittanceRow, channel: Channel, kept: KeptAccount): RemittanceRequest {
  const { base, destination, baseMinor, destinationMinor } = sendingOf(row)
  return {
    key: keyOf(row),
    quoteRef: row.quote_ref,
    from: { currency: base, amountMinor: baseMinor },
    to: { currency: destination, amountMinor: destinationMinor },
    ...kept,
    callbackUrl: callbackAddress(ctx.services, channel, channel.environment),
  }
}

async function askProvider(
  services: Services,
  { channel, request, asked }: Claim,
  signal: AbortSignal,
): Promise<RemittanceOutcome> {
  const { remittances } = services.provider(channel.provider, channel.credentials, channel.environment)
  if (!remittances) return { kind: 'unknown', why: 'the provider sends no remittances' }
  if (asked) {
    const outcome = await remittances.status(asked, signal)
    if (outcome.kind !== 'absent') return outcome
  }
  return request ? remittances.send(request, signal) : { kind: 'unknown', why: 'its account was not kept' }
}

/** Those at a provider, or on their way to one, that have not changed since a moment. Index: remittances_under_way. */
async function listUnderWay(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('remittances')
    .select('settlement_ref')
    .where((where) =>
      where.or([
        where('status', '=', 'Processing'),
        where.and([where('status', '=', 'Calculated'), where('quote_expires_at', 'is not', null)]),
      ]),
    )
    .where('updated_at', '<', since)
    .orderBy('updated_at')
    .limit(500)
    .execute()
  return rows.map(({ settlement_ref }) => settlement_ref)
}

/** Seconds until the provider is asked again: hourly after the first hours, without an end. */
const nextAskSeconds = (asks: number): number => [5, 30, 120, 600, 3_600][Math.min(asks, 4)] as number
