import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { tellChanges } from '#server/merchant-store/changes.ts'
import { languageOfMerchant } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { tieMail } from './mails.ts'
import { countSubMerchants, findMaster } from './queries.ts'
import { asMaster, subMerchant } from '#server/merchants/sub-merchant.ts'
import { endSessionsOfMerchant } from './status.ts'
import { within } from '#server/kit/db/within.ts'
import { lendChannels } from '#server/merchants/lend.ts'

/** The columns of a merchant that tie it to a master. */
interface Tie {
  kind?: 'single' | 'managed' | 'owned'
  master_id?: string | null
  former_master_id?: string | null
  master_access?: boolean
  status?: 'ACTIVE' | 'INACTIVE'
  cross_border_enabled?: boolean
  cross_border_model?: 'PARTNERSHIP'
}

/** A merchant that was let go or taken back, as the audit log tells of it. */
export interface Moved {
  objectRef: string
  changes: Changes
}

/**
 * Ties the merchant of `ctx` to a master or looses it, and tells its story. Guarantee: only from the tie that the caller has
 * seen; of many at once, one does it. False when the tie is another.
 */
export async function changeTie(
  ctx: Ctx,
  change: { from: { kind: 'single' | 'managed' | 'owned'; masterId: string | null }; to: Tie; changes: Changes },
): Promise<boolean> {
  const { from, to, changes } = change
  const moved = await ctx.own
    .update('merchants')
    .set((row) => ({ ...to, revision: row('revision', '+', 1) }))
    .where('kind', '=', from.kind)
    .where('master_id', 'is not distinct from', from.masterId)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) return false
  lendChannels(ctx)
  await tellChanges(ctx, changes)
  return true
}

/**
 * Lets a merchant of the master go. A managed one stays active, since nobody else could reactivate it; an owned one becomes
 * inactive. The master may take it back until the merchant refuses.
 */
export async function letGo(ctx: Ctx, named: string): Promise<Moved> {
  const masterId = asMaster(ctx)
  const row = await subMerchant(ctx, named)
  const { name } = await merchantOf(ctx)
  const changes = { master: { before: name, after: '' } }
  await within(ctx, row.merchant_id, async (own) => {
    const to: Tie =
      row.kind === 'managed' ? { kind: 'single', status: 'ACTIVE', master_access: false } : { status: 'INACTIVE' }
    const loose = { ...to, master_id: null, former_master_id: masterId }
    if (!(await changeTie(own, { from: { kind: row.kind, masterId }, to: loose, changes }))) throw new Fault('notFound')
    if (row.kind === 'owned') await endSessionsOfMerchant(own)
    writeAudit(own, { action: 'merchant.let-go', objectRef: row.merchant_id, result: 'done', changes })
    await tell(own, 'letGo', name)
  })
  return { objectRef: row.merchant_id, changes }
}

/** Takes back a merchant that was let go and has not refused since. Any other merchant is not found. */
export async function takeBack(ctx: Ctx, named: string): Promise<Moved> {
  const masterId = asMaster(ctx)
  const [row] = await ctx.tx.query<{ merchant_id: string; kind: 'single' | 'owned' }>(
    'select merchant_id, kind from former_merchants($1, $2)',
    [masterId, named],
  )
  if (!row) throw new Fault('notFound', { why: 'not a merchant that this master has let go' })
  if ((await countSubMerchants(ctx)) >= limits.subMerchants) throw new Fault('tooMany')
  const { name } = await merchantOf(ctx)
  const changes = { master: { before: '', after: name } }
  await within(ctx, row.merchant_id, async (own) => {
    const kind = row.kind === 'owned' ? 'owned' : 'managed'
    const to = { kind, master_id: masterId, former_master_id: null } as const
    if (!(await changeTie(own, { from: { kind: row.kind, masterId: null }, to, changes }))) throw new Fault('notFound')
    writeAudit(own, { action: 'merchant.taken-back', objectRef: row.merchant_id, result: 'done', changes })
    await tell(own, 'takenBack', name)
  })
  return { objectRef: row.merchant_id, changes }
}

/** Gives the master's log a row for each merchant that one call has moved; the last of them is the gate's own. */
export function noteMoved(ctx: Ctx, moved: readonly Moved[]): void {
  const last = moved.at(-1)
  for (const one of moved.slice(0, -1)) writeAudit(ctx, { action: 'merchant.change-merchants', ...one, result: 'done' })
  if (last) ctx.auditSubject(last.objectRef, last.changes)
}

/** Leaves the master, or says to a former one that there is no way back. Only the merchant's own people may. */
export async function leave(ctx: Ctx): Promise<void> {
  if (ctx.user?.merchantId !== ctx.owner.merchantId) throw new Fault('denied', { why: 'not the merchant itself' })
  const master = await findMaster(ctx)
  const row = await ctx.own.select('merchants').select(['kind', 'master_id']).forUpdate().executeTakeFirst()
  if (!master || !row || (row.kind !== 'managed' && row.kind !== 'single')) throw new Fault('wrongState')
  const changes = { master: { before: master.name, after: '' } }
  ctx.auditSubject(ctx.owner.merchantId, changes)
  const to = { kind: 'single', master_id: null, former_master_id: null, master_access: false } as const
  await changeTie(ctx, { from: { kind: row.kind, masterId: row.master_id }, to, changes })
}

async function tell(own: Ctx, what: 'letGo' | 'takenBack', master: string): Promise<void> {
  const { email } = await merchantOf(own)
  const about = { type: 'merchant', ref: own.owner.merchantId }
  await sendMessage(own, { way: 'email', to: email, ...tieMail(await languageOfMerchant(own), what, master), about })
}
