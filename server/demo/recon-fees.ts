import type { Ctx } from '#server/kit/ctx.ts'
import { checkPage, type Place } from '#server/fees/check-records.ts'
import { closeClaim, createClaim } from '#server/fees/claims.ts'
import { sendClaim } from '#server/fees/send-claim.ts'
import { audited } from './audited.ts'
import { closePast } from './past.ts'
import { reconPerson } from './recon-agreed.ts'

/** A file that was loaded, and when. */
export interface Loaded {
  reconId: string
  at: Date
}

/** Holds what was charged against what was agreed. */
export async function checkFees(ctx: Ctx, files: readonly Loaded[]): Promise<void> {
  // All of it was written in this transaction, of which PostgreSQL would know nothing else.
  await ctx.tx.query('analyze recon_files, recon_records, recon_rows, fee_plans', [])
  for (const { reconId, at } of files) {
    const then = ctx.with({ now: at })
    for (let from: Place | null = { reading: -1, rowNo: -1 }; from !== null;)
      from = await checkPage(then, { reconId, from, which: 'all' })
  }
  await ctx.own
    .insert(
      'fee_checked_files',
      files.map(({ reconId: recon_id, at: checked_at }) => ({ recon_id, checked_at })),
    ) // prettier-ignore
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Of the days on which too much was charged, the first are claimed and given back, the next claimed, and the rest not claimed yet. */
export async function claimBack(ctx: Ctx): Promise<void> {
  const actor = await reconPerson(ctx)
  const ago = (days: number) => ctx.with({ now: new Date(ctx.now.getTime() - days * dayMs), actor, requestId })
  const first = await overchargedOf(ctx, [61, 57])
  if (first.length > 0) {
    const { claim_ref } = await audited(ago(54), 'fee-claim.create', (asked) => createClaim(asked, first, notes.first))
    await audited(ago(54), 'fee-claim.send', (asked) => sendClaim(asked, claim_ref, 'billing@simulator.example', notes.mail)) // prettier-ignore
    await audited(ago(38), 'fee-claim.close', (asked) => closeClaim(asked, claim_ref, 'recovered', ''))
  }
  const next = await overchargedOf(ctx, [57, 55])
  if (next.length > 0) await audited(ago(2), 'fee-claim.create', (asked) => createClaim(asked, next, notes.next))
  await closePast(ctx, { requestId, about: 'fee_claim', kinds: [] })
}
const requestId = 'demo-fees'
const dayMs = 86_400_000
const notes = {
  first: 'Charged more than our contract says. Agreed by phone with their billing team.',
  mail: 'Please compare with our contract and give back the difference with one of the next payouts.',
  next: 'The same week, found later.',
}

/** What was charged too much in one currency, from the day that was so many days ago to another, which is left out. */
async function overchargedOf(ctx: Ctx, [from, to]: readonly [number, number]): Promise<string[]> {
  const midnight = (daysAgo: number) => new Date((Math.floor(ctx.now.getTime() / dayMs) - daysAgo) * dayMs)
  const rows = await ctx.own
    .select('fee_checks')
    .select(['check_ref', 'currency', 'difference'])
    .where('outcome', '=', 'mismatch')
    .where('claim_ref', 'is', null)
    .where('at', '>=', midnight(from))
    .where('at', '<', midnight(to))
    .orderBy('check_ref')
    .execute()
  const over = rows.filter(({ difference }) => !difference.startsWith('-'))
  return over.filter(({ currency }) => currency === over[0]?.currency).map(({ check_ref }) => check_ref)
}
