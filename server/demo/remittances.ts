import { dayAfter, dayAt, startOfDay, weekdayOf } from '#contract/kit/zoned-day.ts'
import { remittanceNotices } from '#contract/notifications-of-remittances.ts'
import type { AskedTerms } from '#contract/remittance-terms.ts'
import { agreeOn } from '#server/remittances/agree.ts'
import { retry } from '#server/remittances/acts.ts'
import { receiveSettledWord } from '#server/remittances/callbacks.ts'
import { cutRemittance } from '#server/remittances/cut-job.ts'
import { crossBorderOf } from '#server/remittances/merchant.ts'
import { changeRemittance } from '#server/remittances/move.ts'
import { quoteRemittance } from '#server/remittances/quote.ts'
import { lockRemittance, type RemittanceRow } from '#server/remittances/rows.ts'
import { sendRemittance } from '#server/remittances/send.ts'
import type { Actor, Ctx } from '#server/kit/ctx.ts'
import type { PastRemittanceEffect, PastWord } from '#server/providers/simulator/remittance/past.ts'
import { schema as jobs } from '#server/kit/jobs/new-job.ts'
import { audited } from './audited.ts'
import { authorsOf } from './authors.ts'
import { closePast } from './past.ts'
import type { PastProvider } from './remitting.ts'
import { addAccount, companyAccount, limitMethods } from './remittance-people.ts'

/** Whether a merchant of the demo is settled for what it sells abroad. */
export const sellsAbroad = (slug: string): boolean => slug === 'delta'

/** What the demo's operator has agreed with its merchant; the figures are made up. */
const agreed: Omit<AskedTerms, 'weekday'> = {
  currency: 'USD',
  destination_currency: 'KRW',
  channel_key: 'SIMULATOR',
  every: 'week',
  month_day: 0,
  markup_percent: '0.9',
  tolerance_percent: '1',
  transfer_fee: 1_500n,
  minimum: 2_000n,
  withholding: { TH: { percent: '3', on: 'fee' }, VN: { percent: '1', on: 'amount' } },
  reserve_kind: 'rolling',
  reserve_percent: '10',
  reserve_days: 30,
  reserve_target: 0n,
  reserve_until: null,
}

interface Tale {
  ctx: Ctx
  provider: PastProvider
  admin: Actor
  timeZone: string
}

/**
 * What a merchant's sales abroad of 90 days came to: words of the provider, a cut each week, and the sending, with one settlement in each
 * state. It is done by what does it every day, with clocks of the past. `words` are in the order of time.
 */
export async function seedRemittances(
  ctx: Ctx,
  {
    words,
    channelOf,
    provider,
  }: { words: readonly PastWord[]; channelOf: (account: string) => string; provider: PastProvider },
): Promise<PastRemittanceEffect[]> {
  const made = ctx.with({ requestId })
  const { timeZone } = await crossBorderOf(ctx)
  const { admin } = await authorsOf(ctx, 'admin')
  const tale: Tale = { ctx: made, provider, admin, timeZone }
  const at = (moment: Date, actor: Actor = system) => made.with({ now: moment, actor })
  const begin = new Date(ctx.now.getTime() - 91 * dayMs)
  // The last week ended some days ago, so that something has been settled since.
  const weekday = weekdayOf(dayAfter(dayAt(ctx.now, timeZone), -5))
  await agreeOn(at(begin), { ...agreed, weekday }, 'Demo operator')
  await addAccount(at(begin, admin), companyAccount)
  await limitMethods(at(begin, admin))
  let nextCut = startOfDay(dayAt(begin, timeZone), timeZone)
  for (const { settled: providerRef, at: moment, merchantAccount, currency, settledOn, lines } of words) {
    if (moment >= nextCut) nextCut = await cutUntil(tale, moment)
    const told = { kind: 'settlement', id: providerRef, providerRef, currency, settledOn, lines, at: moment.toISOString() } as const
    await receiveSettledWord(at(moment), { channelKey: channelOf(merchantAccount), told, body: '' })
  } // prettier-ignore
  await cutUntil(tale, ctx.now)
  // Freshly filled tables have no statistics yet, and each look for a settlement's items would read them whole.
  await ctx.tx.query('analyze remittance_items, remittances, payments, provider_settlement_lines', [])
  await sendAll(tale)
  await cutEarly(tale)
  // Each that was sent would be asked for in a few seconds; one is still at the provider.
  await ctx.tx.query(
    `delete from ${jobs}.job_common where data->>'requestId' = $1 and name = $2
     and data->>'settlementRef' not in (select settlement_ref from remittances where merchant_id = $3 and environment = $4 and status = 'Processing')`,
    [requestId, sendRemittance.name, ctx.owner.merchantId, ctx.owner.environment],
  )
  await closePast(made, {
    requestId,
    about: 'remittance',
    kinds: Object.keys(remittanceNotices) as (keyof typeof remittanceNotices)[],
  })
  return provider.told
}
const requestId = 'demo-remittances'
const system: Actor = { kind: 'system', id: null, name: '' }
const [dayMs, hourMs, minuteMs] = [86_400_000, 3_600_000, 60_000]

/** Cuts the periods that are over at a moment, each shortly after its midnight. Returns when the next one is. */
async function cutUntil({ ctx, provider, timeZone }: Tale, moment: Date): Promise<Date> {
  for (;;) {
    const open = await ctx.own
      .select('remittances')
      .select(['settlement_ref', 'cut_on'])
      .where('status', '=', 'Open')
      .orderBy('cut_on')
      .orderBy('source_currency')
      .execute()
    const [next] = open
    const midnight = next ? startOfDay(next.cut_on, timeZone) : moment
    if (!next || midnight > moment) return midnight
    for (const { settlement_ref: settlementRef } of open.filter(({ cut_on: day }) => day === next.cut_on))
      await provider.run(ctx.with({ now: new Date(midnight.getTime() + 2 * minuteMs) }), cutRemittance, { settlementRef })
  }
} // prettier-ignore

/** Sends what is cut and due. Of the last four weeks one settlement each does not go as it should. */
async function sendAll(tale: Tale): Promise<void> {
  const { ctx } = tale
  const rows = await ctx.own
    .select('remittances')
    .selectAll()
    .where('status', '=', 'Calculated')
    .where('send_at', '<=', new Date(ctx.now.getTime() - hourMs))
    .orderBy('cut_on')
    .orderBy('source_currency')
    .execute()
  const weeks = [...Map.groupBy(rows, ({ cut_on: day }) => day).values()].toReversed()
  const courses = new Map(ends.map((end, at) => [weeks[at]?.[at % (weeks[at]?.length ?? 1)]?.settlement_ref, end]))
  for (const [nth, row] of rows.entries())
    await send(tale, row, courses.get(row.settlement_ref) ?? (nth % 11 === 5 ? 'retried' : 'paid'))
}
/** Of the last week, the one before it, and so on. */
const ends = ['Processing', 'On Hold', 'Failed', 'Returned'] as const
type Course = (typeof ends)[number] | 'paid' | 'retried'

async function send({ ctx, provider, admin }: Tale, row: RemittanceRow, course: Course): Promise<void> {
  const { settlement_ref: settlementRef, send_at: sendAt } = row
  if (!sendAt) throw new Error(`${settlementRef} has no day to be sent`)
  const at = (minutes: number, actor = system) =>
    ctx.with({ now: new Date(sendAt.getTime() + minutes * minuteMs), actor })
  const attempt = async (minutes: number) => {
    await provider.run(at(minutes), quoteRemittance, { settlementRef })
    await provider.run(at(minutes + 1), sendRemittance, { settlementRef })
  }
  const again = (minutes: number) =>
    audited(at(minutes, admin), 'remittance.retry', (asked) => retry(asked, settlementRef))
  await attempt(1)
  if (course === 'Processing') return
  if (course === 'paid' || course === 'Returned') await provider.end(at(20), settlementRef, { kind: 'paid' })
  else await provider.end(at(20), settlementRef, { kind: 'failed', reason: 'bank_offline' })
  if (course === 'Returned')
    await provider.end(at(2 * dayMinutes), settlementRef, { kind: 'returned', reason: 'invalid_account', kept: 5n })
  if (course === 'retried') {
    await again(180)
    await attempt(181)
    await provider.end(at(200), settlementRef, { kind: 'paid' })
  }
  if (course !== 'On Hold') return
  await again(dayMinutes)
  // By then the won has risen by more than is agreed.
  provider.fallsBy = 25n
  await attempt(dayMinutes + 1)
  provider.fallsBy = 0n
}
const dayMinutes = 1_440

/** An administrator has cut one currency early, so it waits for its day: the one with the most in it. */
async function cutEarly({ ctx, provider, timeZone, admin }: Tale): Promise<void> {
  const open = await ctx.tx.query<{ settlement_ref: string }>(
    `select r.settlement_ref from remittances r
     join payments p on p.merchant_id = $1 and p.environment = $2 and p.currency = r.source_currency and p.remit_status = 'PSP_SETTLED'
     where r.merchant_id = $1 and r.environment = $2 and r.status = 'Open' group by r.settlement_ref order by count(*) desc, r.settlement_ref`,
    [ctx.owner.merchantId, ctx.owner.environment],
  )
  for (const { settlement_ref: settlementRef } of open) {
    const now = ctx.with({ actor: admin })
    const row = await lockRemittance(now, settlementRef)
    if (!row) return
    await changeRemittance(now, row, { cut_on: dayAfter(dayAt(ctx.now, timeZone), 1), ended_at: ctx.now })
    await provider.run(now, cutRemittance, { settlementRef })
    if ((await lockRemittance(now, settlementRef))?.status === 'Calculated') return
  }
}
