import type { Ctx } from '#server/kit/ctx.ts'
import { lockNamed, markSettled, openWaiting, unmarkSettled, type Named } from '#server/remittances/marks.ts'
import { bookKnown } from '#server/remittances/settled.ts'
import { holds } from './sums.ts'

/** Whether providers tell of settlements by their own words too: of a merchant who sells abroad, or once did. Index: primary keys. */
export async function hasWords(ctx: Ctx): Promise<boolean> {
  const [found] = await ctx.tx.query<{ has: boolean }>(
    `select cross_border_enabled or exists (select 1 from provider_settlements s where s.merchant_id = $1 and s.environment = $2) as has
     from merchants where merchant_id = $1`,
    [ctx.owner.merchantId, ctx.owner.environment],
  )
  return found?.has === true
}

/** Locks our payments and refunds of the matches of a closing: what a word has settled of them is then known for good. */
export async function lockBooked(ctx: Ctx, msmId: number): Promise<void> {
  const keys = await ctx.tx.query<{ key: string }>(
    `select o.key from recon_outcomes o where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = 'a' and o.${holds}
       and o.group_id in (select group_id from closing_lines where is_party)`,
    [ctx.owner.merchantId, ctx.owner.environment, msmId],
  )
  await lockNamed(ctx, namedBy(keys))
}

/** Marks what a closing posts: a word that names one of them afterwards finds it settled. */
export async function markClosed(ctx: Ctx): Promise<void> {
  const keys = await ctx.tx.query<{ key: string }>(
    `select m.key from closing_members m join closing_matches c on c.group_id = m.group_id and c.is_posted and not c.waits
     where m.side = 'a' and not m.is_worded`,
    [],
  )
  if ((await markSettled(ctx, namedBy(keys))) > 0) await openWaiting(ctx)
}

/**
 * Takes back the marks of a settlement that is reopened, whose records it still has: where a word has said so meanwhile, that is booked now, and
 * the mark stays.
 */
export async function unmarkReopened(ctx: Ctx, settlementId: string): Promise<void> {
  const named = namedBy(
    await ctx.tx.query<{ key: string }>(
      `select o.key from recon_outcomes o where o.merchant_id = $1 and o.environment = $2 and o.settlement_id = $3 and o.side = 'a'
         and not exists (select 1 from ledger_transfers w where w.merchant_id = $1 and w.environment = $2 and w.business_key = o.key || ':psp_settled')
       order by 1`,
      [ctx.owner.merchantId, ctx.owner.environment, settlementId],
    ),
  )
  await lockNamed(ctx, named)
  const booked = await bookKnown(ctx, named)
  const others = (all: readonly string[], some: readonly string[]) => {
    const out = new Set(some)
    return all.filter((one) => !out.has(one))
  }
  await unmarkSettled(ctx, {
    payments: others(named.payments, booked.payments),
    refunds: others(named.refunds, booked.refunds),
  })
}

function namedBy(keys: readonly { key: string }[]): Named {
  const of = (kind: string) =>
    keys.flatMap(({ key }) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []))
  return { payments: of('payment'), refunds: of('refund') }
}
