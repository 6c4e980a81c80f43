import { sql, type SqlBool } from 'kysely'
import { rules } from '#contract/access.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Acted } from '#contract/recon-exceptions.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import { ownerOf, type Lead } from './leads.ts'

const done = (ctx: Ctx, leads: readonly Lead[], changes: Record<string, string>): Acted => {
  ctx.auditSubject('*', madeAs({ ...changes, applied: leads.length }))
  return { applied: leads.length, proposed: 0, refused: 0, why: [] }
}

interface Owner {
  sub_user_id: string
  name: string
}
/** The user of the merchant who is to look after exceptions; null for nobody. Throws `notFound` for one who may not look at them. */
export async function ownerToBe(ctx: Ctx, subUserId: string | undefined): Promise<Owner | null> {
  if (subUserId === undefined) return null
  const owner = await userOf(ctx, subUserId)
  if (!owner) throw new Fault('notFound')
  return owner
}

/** Gives exceptions to a user, or to nobody. The caller has locked their pairs. */
export async function assign(
  ctx: Ctx,
  leads: readonly Lead[],
  { owner, day }: { owner: Owner | null; day: string | undefined },
): Promise<Acted> {
  const given = {
    owner_id: owner?.sub_user_id ?? null, owner_name: owner?.name ?? '', due_on: day ?? null, assigned_by: ctx.actor.name, assigned_at: ctx.now,
  } // prettier-ignore
  const owned = await ctx.tx.query<{ of: string }>(
    `update recon_owners o set owner_id = $3, owner_name = $4, due_on = $5::date, assigned_by = $6, assigned_at = $7
     from unnest($8::integer[], $9::uuid[]) g (msm_id, group_id)
     where o.merchant_id = $1 and o.environment = $2 and o.msm_id = g.msm_id and o.group_id = g.group_id returning o.msm_id || '.' || o.group_id as of`,
    [...ownerOf(ctx), ...Object.values(given), leads.map(({ msm_id }) => msm_id), leads.map(({ group_id }) => group_id)],
  )
  const had = new Set(owned.map(({ of }) => of))
  for (const { msm_id, group_id } of leads)
    if (!had.has(`${msm_id}.${group_id}`)) ctx.append('recon_owners', { msm_id, group_id, ...given })
  return done(ctx, leads, { owner: owner?.name ?? '', due_on: day ?? '' })
} // prettier-ignore
const userOf = async (ctx: Ctx, id: string) =>
  isUuid(id)
    ? ctx.own
        .select('sub_users')
        .select(['sub_user_id', 'name'])
        .where('sub_user_id', '=', id)
        .where('is_active', '=', true)
        .where(sql<SqlBool>`roles && ${[...rules.reconData.who]}::text[]`)
        .executeTakeFirst()
    : undefined

export function comment(ctx: Ctx, leads: readonly Lead[], text: string): Acted {
  if (text === '') throw fieldFault('invalidRequest', 'reason', 'required')
  for (const { msm_id, group_id } of leads)
    ctx.append('recon_comments', { comment_id: newId(), msm_id, group_id, text, written_by: ctx.actor.name, at: ctx.now })
  return done(ctx, leads, { text })
} // prettier-ignore
