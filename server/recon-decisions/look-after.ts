import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { fieldFault } from '#contract/faults.ts'
import type { Acted, actOnExceptions } from '#contract/recon-exceptions.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownerOf, type Lead } from './leads.ts'

const done = (ctx: Ctx, leads: readonly Lead[], changes: Record<string, string>): Acted => {
  ctx.auditSubject('*', madeAs({ ...changes, applied: leads.length }))
  return { applied: leads.length, proposed: 0, refused: 0, why: [] }
}
const ofGroups = (leads: readonly Lead[]) => [leads.map(({ msm_id }) => msm_id), leads.map(({ group_id }) => group_id)]

/** Gives exceptions to a user of the merchant, or to nobody. Throws `notFound`. */
export async function assign(
  ctx: Ctx,
  leads: readonly Lead[],
  { owner_id: ownerId, until_day: day }: Input<typeof actOnExceptions>['body'],
): Promise<Acted> {
  const owner = ownerId === undefined ? null : await userOf(ctx, ownerId)
  if (ownerId !== undefined && !owner) throw new Fault('notFound')
  await ctx.tx.query(
    `insert into recon_owners (merchant_id, environment, msm_id, group_id, owner_id, owner_name, due_on, assigned_by, assigned_at)
     select $1, $2, g.msm_id, g.group_id, $3, $4, $5::date, $6, $7 from unnest($8::integer[], $9::uuid[]) g (msm_id, group_id)
     on conflict (merchant_id, environment, msm_id, group_id) do update
       set owner_id = $3, owner_name = $4, due_on = $5::date, assigned_by = $6, assigned_at = $7`,
    [...ownerOf(ctx), ownerId ?? null, owner?.name ?? '', day ?? null, ctx.actor.name, ctx.now, ...ofGroups(leads)],
  )
  return done(ctx, leads, { owner: owner?.name ?? '', due_on: day ?? '' })
}
const userOf = (ctx: Ctx, id: string) =>
  ctx.own.select('sub_users').select(['sub_user_id', 'name']).where('sub_user_id', '=', id).where('is_active', '=', true).executeTakeFirst() // prettier-ignore

export async function comment(ctx: Ctx, leads: readonly Lead[], text: string): Promise<Acted> {
  if (text === '') throw fieldFault('invalidRequest', 'reason', 'required')
  await ctx.tx.query(
    `insert into recon_comments (merchant_id, environment, comment_id, msm_id, group_id, text, written_by, at)
     select $1, $2, gen_random_uuid(), g.msm_id, g.group_id, $3, $4, $5 from unnest($6::integer[], $7::uuid[]) g (msm_id, group_id)`,
    [...ownerOf(ctx), text, ctx.actor.name, ctx.now, ...ofGroups(leads)],
  )
  return done(ctx, leads, { text })
}
