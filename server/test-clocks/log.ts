import type { Currency } from '#contract/kit/money.ts'
import type { TestClockEventKind } from '#contract/test-clocks.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * The log of what happened as a clock went on. It is read from the timelines of its subscriptions, which every path writes, and names no
 * reference that is made by chance: of equal subscriptions it is equal.
 */
export interface Logged {
  event: TestClockEventKind
  amount?: { minor: bigint; currency: Currency }
  facts?: Record<string, string>
}

/** Adds to the log of a clock that the caller has locked. */
export async function addToLog(
  ctx: Ctx,
  { clockRef, orderRef, at }: { clockRef: string; orderRef: string; at: Date },
  logged: readonly Logged[],
): Promise<void> {
  const last = await ctx.own
    .select('test_clock_events')
    .select('n')
    .where('clock_ref', '=', clockRef)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = (last?.n ?? 0) + 1
  for (const [place, { event, amount, facts = {} }] of logged.entries())
    ctx.write(
      ctx.own.insert('test_clock_events', {
        clock_ref: clockRef,
        n: first + place,
        at,
        order_ref: orderRef,
        event,
        amount_minor: amount?.minor ?? null,
        currency: amount?.currency ?? null,
        facts: JSON.stringify(facts),
      }),
    )
}

/** The latest entry of a subscription's timeline. Index: primary key. */
export async function lastEntry(ctx: Ctx, orderRef: string): Promise<string | null> {
  const row = await entriesOf(ctx, orderRef).select('entry_id').orderBy('entry_id', 'desc').limit(1).executeTakeFirst()
  return row?.entry_id ?? null
}

/** What a subscription's timeline says since an entry. */
export async function happenedSince(ctx: Ctx, orderRef: string, entryId: string | null): Promise<Logged[]> {
  const entries = entriesOf(ctx, orderRef).select(['event', 'facts']).orderBy('entry_id')
  const rows = await (entryId ? entries.where('entry_id', '>', entryId) : entries).execute()
  const charges = await chargesOf(
    ctx,
    rows.flatMap(({ facts }) => facts['charge_ref'] ?? []),
  )
  return rows.flatMap(({ event, facts }) => {
    const kept = keptFacts[event]
    if (!kept) return []
    const charge = charges.get(facts['charge_ref'] ?? '')
    return {
      event: event === 'sent' ? 'message' : (event as TestClockEventKind),
      ...(charge && { amount: { minor: charge.to_pay_minor, currency: charge.currency } }),
      facts: {
        ...(charge?.period != null && { period: String(charge.period) }),
        ...Object.fromEntries(kept.flatMap((name) => (facts[name] ? [[name, facts[name]]] : []))),
      },
    }
  })
}

/** The entries that are logged, with the facts of each that are. */
const keptFacts: Partial<Record<string, readonly string[]>> = {
  charge_paid: [],
  charge_failed: ['reason', 'next_try_at'],
  recovered: [],
  given_up: [],
  resumed: [],
  changed: ['price', 'quantity'],
  change_failed: ['reason'],
  cancelled: ['reason'],
  completed: [],
  expired: [],
  sent: ['message_kind', 'way'],
}

const entriesOf = (ctx: Ctx, orderRef: string) =>
  ctx.own.select('timeline').where('object_type', '=', 'subscription').where('object_ref', '=', orderRef)

async function chargesOf(ctx: Ctx, refs: readonly string[]) {
  if (refs.length === 0) return new Map<string, never>()
  const rows = await ctx.own
    .select('subscription_charges')
    .select(['charge_ref', 'to_pay_minor', 'currency', 'period'])
    .where('charge_ref', 'in', refs)
    .execute()
  return new Map(rows.map((row) => [row.charge_ref, row]))
}
