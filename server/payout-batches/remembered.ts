import { Fault } from '#contract/faults.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { deleteReading, listReadings } from './queries.ts'

/** How sheets are read that do not have the columns' own titles. */
export async function rememberedReadings(ctx: Ctx) {
  const kept = await listReadings(ctx)
  return kept.map(({ head_digest: digest, titles, reading, updated_at }) => ({
    reading_ref: digest.toString('hex'),
    titles,
    mapping: reading.columns,
    defaults: reading.defaults,
    updated_at,
  }))
}

/** Forgets one of them. Throws `notFound`. */
export async function forgetReading(ctx: Ctx, ref: string): Promise<void> {
  const forgotten = /^[0-9a-f]{64}$/.test(ref) ? await deleteReading(ctx, Buffer.from(ref, 'hex')) : undefined
  if (!forgotten) throw new Fault('notFound')
  const { titles, reading } = forgotten
  const told = { titles: titles.join(', '), mapping: JSON.stringify(reading.columns) }
  ctx.auditSubject(ctx.owner.merchantId, changesFrom(told, { titles: '', mapping: '' }))
}
