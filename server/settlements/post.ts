import { exponentOf } from '#contract/iso-currencies.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { DifferenceKind } from '#contract/settlement-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accounts, post } from '#server/ledger/post.ts'
import { exactOf, minorOfExact, roundHalfEven } from '#server/recon-files/read/exact.ts'
import { entriesOf, leftOf, ratesOf } from './posting-lines.ts'
import type { FoundSettlement } from './queries.ts'

interface Difference {
  kind: DifferenceKind
  key: string
  currency: string
  amountMinor: bigint
}

/**
 * Posts a closing, one balanced transfer per currency. Each account is rounded once, half to even, and so is each difference that stays in
 * suspense; fractions that are left over are written off. Returns what one unit of other currencies came to.
 */
export async function postClosing(ctx: Ctx, settlement: FoundSettlement, closing: number): Promise<Record<string, string>> {
  const { settlement_id: id, channel_key: channelKey, currency, computed, payout } = settlement
  const differences: Difference[] = (await leftOf(ctx, channelKey)).map(({ amount, ...left }) => ({ ...left, amountMinor: minorOf(amount, left.currency) }))
  const off = minorOf(computed, currency) - minorOf(payout ?? computed, currency)
  if (off !== 0n) differences.push({ kind: 'proof', key: '', currency, amountMinor: off })
  const lines = new Map<string, Map<string, bigint>>()
  const add = (unit: string, account: string, amountMinor: bigint) => {
    const of = lines.get(unit) ?? new Map<string, bigint>()
    lines.set(unit, of.set(account, (of.get(account) ?? 0n) + amountMinor))
  }
  for (const { account, currency: unit, amount } of await entriesOf(ctx, channelKey)) add(unit, account, minorOf(amount, unit))
  add(currency, accounts.bank(channelKey), -off)
  for (const ended of await endWaiting(ctx, id, closing)) add(ended.currency, accounts.reconSuspense, -ended.amount_minor)
  const kept = differences.filter(({ amountMinor }) => amountMinor !== 0n)
  for (const { currency: unit, amountMinor } of kept) add(unit, accounts.reconSuspense, amountMinor)
  for (const [unit, of] of lines) {
    add(unit, accounts.reconWriteOff, -[...of.values()].reduce((sum, one) => sum + one, 0n))
    transfer(ctx, { id, kind: 'settlement.closed', key: `${closing}:${unit}`, currency: unit, of })
  }
  await keep(ctx, id, closing, kept)
  return Object.fromEntries((await ratesOf(ctx)).map(({ currency: unit, rate }) => [unit, rate]))
} // prettier-ignore

/** Posts the reverse of all that is posted of a settlement, decisions about it included. */
export async function postReopening(ctx: Ctx, settlementId: string, closing: number): Promise<void> {
  const posted = await ctx.tx.query<{ account: string; currency: string; amount_minor: bigint }>(
    `select e.account, e.currency, sum(e.amount_minor)::bigint as amount_minor
     from ledger_transfers t join ledger_entries e on e.merchant_id = $1 and e.environment = $2 and e.transfer_id = t.transfer_id
     where t.merchant_id = $1 and t.environment = $2 and t.object_type = 'settlement' and t.object_ref = $3
     group by 1, 2 having sum(e.amount_minor) <> 0`,
    [ctx.owner.merchantId, ctx.owner.environment, settlementId],
  )
  for (const [unit, entries] of Map.groupBy(posted, ({ currency }) => currency)) {
    const of = new Map(entries.map(({ account, amount_minor }) => [account, -BigInt(amount_minor)]))
    transfer(ctx, { id: settlementId, kind: 'settlement.reopened', key: `${closing}:${unit}:reversed`, currency: unit, of })
  }
} // prettier-ignore

function transfer(
  ctx: Ctx,
  { id, kind, key, currency, of }: { id: string; kind: string; key: string; currency: string; of: Map<string, bigint> },
): void {
  const lines = [...of].map(([account, amountMinor]) => ({ account, amountMinor }))
  if (lines.every(({ amountMinor }) => amountMinor === 0n)) return
  post(ctx, {
    kind,
    businessKey: `settlement:${id}:${key}`,
    objectType: 'settlement',
    objectRef: id,
    currency: currency as Currency,
    lines,
  })
}

/** What waited in suspense for this batch is out of it. */
const endWaiting = (ctx: Ctx, settlementId: string, closing: number) =>
  ctx.tx.query<{ currency: string; amount_minor: bigint }>(
    `update settlement_differences d set ended_by = $3 from closing_members m join closing_matches c on c.group_id = m.group_id and c.is_posted and not c.waits
     where d.merchant_id = $1 and d.environment = $2 and d.key = m.key and d.kind = 'waiting' and d.ended_by = '' and m.side = 'b'
     returning d.currency, d.amount_minor`,
    [ctx.owner.merchantId, ctx.owner.environment, `settlement:${settlementId}:${closing}`],
  )

async function keep(ctx: Ctx, settlementId: string, closing: number, kept: readonly Difference[]): Promise<void> {
  const rows = kept.map(({ amountMinor, ...difference }, at) => ({
    ...difference,
    settlement_id: settlementId,
    closing,
    place: at + 1,
    amount_minor: amountMinor,
  }))
  for (let at = 0; at < rows.length; at += atOnce)
    await ctx.own.insert('settlement_differences', rows.slice(at, at + atOnce)).execute()
}
const atOnce = 1_000

/** Half to even, once. */
export function minorOf(amount: string, currency: string): bigint {
  const exponent = exponentOf(currency) ?? 2
  const exact = exactOf(amount)
  const minor = exact === null ? null : minorOfExact(roundHalfEven(exact, exponent), exponent)
  if (minor === null) throw new RangeError(`${amount} is no amount`)
  return minor
}
