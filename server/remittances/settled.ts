import type { Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accounts, post } from '#server/ledger/post.ts'
import type { SettledLine } from '#server/providers/remittances.ts'
import { isPayable, markSettled, type Named } from './marks.ts'

/** What a provider says that it has settled: its own reference names it for good. */
export interface SettledWord {
  channelKey: string
  providerRef: string
  currency: Currency
  settledOn: Day
  lines: readonly SettledLine[]
}
type Outcome = 'settled' | 'known' | 'unknown' | 'other_amount' | 'other_currency' | 'twice'
interface Judged extends SettledLine {
  place: number
  outcome: Outcome
  /** Of a payment: what of it is the merchant's; zero while it waits for a decision. */
  owedMinor: bigint
}

/**
 * Books what a provider says that it has settled, in the caller's transaction: each payment and refund is settled once, whoever says so
 * first, and what was not expected waits in suspense without holding up the rest. A word that is repeated changes nothing.
 * Returns the lines that were not expected; null for a word that is known.
 */
export async function applySettledWord(ctx: Ctx, word: SettledWord): Promise<readonly SettledLine[] | null> {
  const { channelKey, providerRef, currency, settledOn, lines } = word
  const netMinor = lines.reduce((sum, line) => sum + line.netMinor, 0n)
  const kept = await ctx.own
    .insert('provider_settlements', {
      channel_key: channelKey, provider_ref: providerRef, currency, settled_on: settledOn, net_minor: netMinor, lines: lines.length,
      received_at: ctx.now,
    })
    .onConflict((same) => same.doNothing())
    .returning('provider_ref')
    .executeTakeFirst() // prettier-ignore
  if (!kept) return null
  const judged = await judge(ctx, word)
  for (const line of judged) book(ctx, word, line)
  await keep(ctx, word, judged)
  const findings = judged.filter(isFinding)
  if (findings.length > 0)
    await ctx.own
      .update('provider_settlements')
      .set({ findings: findings.length })
      .where('channel_key', '=', channelKey)
      .where('provider_ref', '=', providerRef)
      .execute()
  return findings
}

const isFinding = ({ outcome }: Judged): boolean => outcome !== 'settled' && outcome !== 'known'

/** Marks what is settled by this word, and says of each line what it is. Rows are locked in the order of their references. */
async function judge(ctx: Ctx, { channelKey, providerRef, currency, lines }: SettledWord): Promise<Judged[]> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  const named = (kind: SettledLine['kind']) =>
    [...new Set(lines.filter((line) => line.kind === kind).map(({ ref }) => ref))].toSorted()
  const payments = await ctx.tx.query<Found>(
    `select order_ref as ref, amount_minor as gross, currency, psp_settled_at is not null as is_settled, status = 'Success' as is_there,
       ${owed('payments')} as owed
     from payments where merchant_id = $1 and environment = $2 and order_ref = any ($3) and channel_key = $4 order by order_ref for update`,
    [...owner, named('payment'), channelKey],
  )
  const refunds = await ctx.tx.query<Found>(
    `select refund_id as ref, amount_minor as gross, currency, psp_settled_at is not null as is_settled, status <> 'FAIL' as is_there, 0::bigint as owed
     from refunds where merchant_id = $1 and environment = $2 and refund_id = any ($3) and channel_key = $4 order by refund_id for update`,
    [...owner, named('refund'), channelKey],
  )
  const found = { payment: byRef(payments), refund: byRef(refunds) }
  const before = new Set(
    (
      await ctx.tx.query<{ name: string }>(
        `select l.kind || ':' || l.ref as name from provider_settlement_lines l
         where l.merchant_id = $1 and l.environment = $2 and l.outcome in ('settled', 'known') and (l.kind, l.ref) in (select * from unnest($3::text[], $4::text[]))`,
        [...owner, lines.map(({ kind }) => kind), lines.map(({ ref }) => ref)],
      )
    ).map(({ name }) => name),
  )
  const judged: Judged[] = []
  for (const [at, line] of lines.entries()) {
    const name = `${line.kind}:${line.ref}`
    const of = found[line.kind].get(line.ref)
    const outcome = outcomeOf(line, of, currency, before.has(name))
    if (outcome === 'settled' || outcome === 'known') before.add(name)
    judged.push({ ...line, place: at + 1, outcome, owedMinor: of?.owed ?? 0n })
  }
  const settled = (kind: SettledLine['kind']) =>
    judged.filter((line) => line.kind === kind && line.outcome === 'settled').map(({ ref }) => ref)
  const toMark = { payments: settled('payment'), refunds: settled('refund') }
  if ((await markSettled(ctx, toMark)) !== toMark.payments.length + toMark.refunds.length)
    throw new Error(`what ${providerRef} settles has changed meanwhile`)
  return judged
}
/** What of a payment becomes the merchant's payable when it is settled, in SQL. */
const owed = (payment: string): string =>
  `case when ${payment}.held or ${isPayable(payment)} then 0 else ${payment}.amount_minor - ${payment}.fee_minor - ${payment}.fee_tax_minor end`
interface Found {
  ref: string
  gross: bigint
  currency: string
  is_settled: boolean
  is_there: boolean
  owed: bigint
}
const byRef = (rows: readonly Found[]) => new Map(rows.map((row) => [row.ref, row]))

function outcomeOf(
  { grossMinor }: SettledLine,
  found: Found | undefined,
  currency: Currency,
  isBefore: boolean,
): Outcome {
  if (!found?.is_there) return 'unknown'
  if (isBefore) return 'twice'
  if (found.is_settled) return 'known'
  if (found.currency !== currency) return 'other_currency'
  return found.gross === grossMinor ? 'settled' : 'other_amount'
}

/**
 * Books of some payments and refunds what words of providers have said of them while a closed settlement had them: when that is reopened, the
 * words hold. Returns those of which a word had the right amount. Index: provider_settlement_lines_named.
 */
export async function bookKnown(ctx: Ctx, { payments, refunds }: Named): Promise<Named> {
  const known = await ctx.tx.query<SettledLine & { channelKey: string; providerRef: string; currency: Currency; owedMinor: bigint }>(
    `select distinct on (l.kind, l.ref) l.kind, l.ref, l.gross_minor as "grossMinor", l.net_minor as "netMinor", l.channel_key as "channelKey",
       l.provider_ref as "providerRef", s.currency, case l.kind when 'payment' then ${owed('p')} else 0 end as "owedMinor"
     from provider_settlement_lines l
       join provider_settlements s on s.merchant_id = $1 and s.environment = $2 and s.channel_key = l.channel_key and s.provider_ref = l.provider_ref
       left join payments p on p.merchant_id = $1 and p.environment = $2 and l.kind = 'payment' and p.order_ref = l.ref
       left join refunds f on f.merchant_id = $1 and f.environment = $2 and l.kind = 'refund' and f.refund_id = l.ref
     where l.merchant_id = $1 and l.environment = $2 and l.outcome = 'known'
       and (l.kind = 'payment' and l.ref = any ($3) or l.kind = 'refund' and l.ref = any ($4))
       and (l.gross_minor, s.currency, l.channel_key) = (coalesce(p.amount_minor, f.amount_minor), coalesce(p.currency, f.currency), coalesce(p.channel_key, f.channel_key))
     order by l.kind, l.ref, l.provider_ref`,
    [ctx.owner.merchantId, ctx.owner.environment, payments, refunds],
  )
  for (const { channelKey, providerRef, currency, ...line } of known)
    book(ctx, { channelKey, providerRef, currency }, { ...line, place: 0, outcome: 'settled' })
  const of = (kind: SettledLine['kind']) => known.filter((line) => line.kind === kind).map(({ ref }) => ref)
  return { payments: of('payment'), refunds: of('refund') }
} // prettier-ignore

/** What came is in the bank; what was not expected is in suspense. */
function book(
  ctx: Ctx,
  { channelKey, providerRef, currency }: Pick<SettledWord, 'channelKey' | 'providerRef' | 'currency'>,
  line: Judged,
): void {
  const { kind, ref, place, outcome, grossMinor, netMinor, owedMinor } = line
  if (outcome === 'known') return
  const bank = { account: accounts.bank(channelKey), amountMinor: netMinor }
  const transfer = { objectType: 'provider_settlement', objectRef: `${channelKey}:${providerRef}`, currency } as const
  if (outcome !== 'settled') {
    if (netMinor === 0n) return
    const lines = [bank, { account: accounts.reconSuspense, amountMinor: -netMinor }]
    post(ctx, {
      ...transfer,
      kind: 'provider_settlement.unexpected',
      businessKey: `provider_settlement:${channelKey}:${providerRef}:${place}`,
      lines,
    })
    return
  }
  const sign = kind === 'payment' ? 1n : -1n
  post(ctx, {
    ...transfer,
    kind: kind === 'payment' ? 'payment.psp_settled' : 'refund.psp_settled',
    businessKey: `${kind}:${ref}:psp_settled`,
    lines: [
      bank,
      { account: accounts.providerCosts(channelKey), amountMinor: sign * grossMinor - netMinor },
      { account: accounts.pspReceivable(channelKey), amountMinor: -sign * grossMinor },
      { account: accounts.merchantPending, amountMinor: owedMinor },
      { account: accounts.merchantPayable, amountMinor: -owedMinor },
    ],
  })
}

async function keep(ctx: Ctx, { channelKey, providerRef }: SettledWord, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map(({ place, kind, ref, grossMinor, netMinor, outcome }) => ({
    channel_key: channelKey,
    provider_ref: providerRef,
    place,
    kind,
    ref,
    gross_minor: grossMinor,
    net_minor: netMinor,
    outcome,
  }))
  for (let at = 0; at < rows.length; at += atOnce)
    await ctx.own.insert('provider_settlement_lines', rows.slice(at, at + atOnce)).execute()
}
const atOnce = 1_000
