import type { Role } from '#contract/access.ts'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { AuditEvent } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { noteAct } from './audited.ts'
import { chanceOf } from './chance.ts'
import { addPastSession } from './past-session.ts'

interface Person {
  sub_user_id: string
  name: string
  roles: Role[]
}
const days = 14

/**
 * Two weeks of what those of a merchant's people did who have a login: their sign-ins, exports, links and what they were
 * refused.
 */
export async function addActs(ctx: Ctx, seed: number): Promise<void> {
  const { merchantId } = ctx.owner
  const people = await ctx.db
    .selectFrom('sub_users')
    .select(['sub_user_id', 'name', 'roles'])
    .where('merchant_id', '=', merchantId)
    .where('is_active', '=', true)
    .where('is_email_verified', '=', true)
    .orderBy('name')
    .execute()
  const links = await ctx.db
    .selectFrom('payment_links')
    .select(['link_ref', 'merchant_order_ref', 'currency', 'status'])
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .execute()
  const admin = people.find(({ roles }) => roles.includes('admin'))
  if (!admin) return
  const chance = chanceOf(seed)
  const acts: { at: Date; by: Person; event: AuditEvent }[] = []
  const add = (at: number, by: Person, action: AuditAction, event: Partial<AuditEvent> = {}) =>
    acts.push({ at: new Date(at), by, event: { action, objectRef: by.sub_user_id, result: 'done', ...event } })
  for (let day = days; day > 0; day--) {
    const morning = ctx.now.getTime() - day * 86_400_000
    for (const by of people.filter(() => chance.next() < 0.3)) {
      const came = morning + chance.next() * 7_200_000
      if (chance.next() < 0.1) add(came - 20_000, by, 'session.begin', { result: 'denied', why: 'invalid_password' })
      add(came, by, 'session.begin')
      if (by.roles.includes('payment-admin') && chance.next() < 0.5) {
        const taken = { objectRef: '', why: `${Math.ceil(chance.next() * 900)} rows` }
        add(came + 600_000, by, 'payment.export', { objectRef: '' })
        add(came + 602_000, by, 'payment.export-end', taken)
      }
      if (by.roles.includes('recon-user')) add(came + 900_000, by, 'refund-batch.check', { objectRef: '', result: 'denied', why: 'role' }) // prettier-ignore
      if (chance.next() < 0.5) add(came + 20_000_000, by, 'session.end')
    }
  }
  for (const { link_ref: objectRef, merchant_order_ref, currency, status } of links) {
    add(ctx.now.getTime() - 3_600_000, admin, 'payment-link.create', { objectRef, changes: madeAs({ merchant_order_ref, currency }) }) // prettier-ignore
    if (status !== 'cancelled') continue
    const changes = { status: { before: 'created', after: 'cancelled' } }
    add(ctx.now.getTime() - 3_000_000, admin, 'payment-link.cancel', { objectRef, changes })
  }
  const past = acts.filter(({ at }) => at < ctx.now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const { at, by, event } of past) {
    const actor = { kind: 'user' as const, id: by.sub_user_id, name: by.name }
    noteAct(ctx.with({ actor, now: at }), event)
    if (event.action === 'session.begin' && event.result === 'done') await addPastSession(ctx, by.sub_user_id, at)
  }
}
