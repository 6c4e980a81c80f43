import { Fault } from '#contract/faults.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** What a merchant's server writes of a payment; what is left out stays. */
interface Sent {
  description?: string | undefined
  user_configured_field1?: string | undefined
  user_configured_field2?: string | undefined
  user_configured_field3?: string | undefined
  user_configured_field4?: string | undefined
  user_configured_field5?: string | undefined
}

/** The merchant's own fields of a payment, in their order; fewer than five where none was written. */
export async function readOwnFields(ctx: Ctx, orderRef: string): Promise<string[]> {
  const row = await ctx.own
    .select('payments')
    .select('user_configured_fields')
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()
  return row?.user_configured_fields ?? []
}

/** Writes what is sent. Throws `notFound`. */
export async function changeOwnFields(ctx: Ctx, orderRef: string, { description, ...fields }: Sent): Promise<void> {
  const row = await ctx.own
    .select('payments')
    .select(['description', 'user_configured_fields as kept'])
    .where('order_ref', '=', orderRef)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Fault('notFound')
  const after = ([1, 2, 3, 4, 5] as const).map(
    (number, at) => fields[`user_configured_field${number}`] ?? row.kept[at] ?? '',
  )
  const named = (of: readonly string[]) =>
    Object.fromEntries(after.map((_, at) => [`user_configured_field${at + 1}`, of[at] ?? '']))
  const text = description ?? row.description
  ctx.auditSubject(
    orderRef,
    changesFrom({ description: row.description, ...named(row.kept) }, { description: text, ...named(after) }),
  )
  await ctx.own
    .update('payments')
    .set({ description: text, user_configured_fields: after, updated_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .execute()
}
