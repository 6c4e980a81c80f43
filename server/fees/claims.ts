import { sql } from 'kysely'
import type { Output } from '#contract/kit/call.ts'
import { feeClaimStates, type listFeeClaims as listCall, type readFeeClaim } from '#contract/fee-claims.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { exactOf, exactText, sumOf } from '#server/recon-files/read/exact.ts'
import { oneOf, pageOf, timeOf, type ListOf } from '#server/kit/lists/list.ts'

export type FoundClaim = Output<typeof readFeeClaim>

const columns = [
  'claim_ref', 'state', 'channel_key as payment_channel_key', 'currency', 'rows', 'note', 'created_by', 'created_at', 'sent_to', 'sent_at',
  'recovery_ref', 'closed_by', 'closed_at',
] as const // prettier-ignore
const sums = [
  sql<string>`trim_scale(amount)::text`.as('amount'),
  sql<string>`trim_scale(recovered)::text`.as('recovered'),
] as const
const claims = {
  table: 'fee_claims',
  rows: build.selectFrom('fee_claims').select(columns).select(sums).compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: 'claim_ref', key: 'claim_ref' },
} satisfies ListOf<object>

/** Claims, newest first. Index: fee_claims_newest. */
export function listClaims(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> {
  const { from, to, search, filters: { state, payment_channel_key: channel, created_at } = {} } = request
  const time = timeOf({ from, to, filters: { created_at } })
  return pageOf(ctx, claims, request, [
    ...(time.from ? [sql<boolean>`created_at >= ${time.from}`] : []),
    ...(time.to ? [sql<boolean>`created_at < ${time.to}`] : []),
    ...(state ? [oneOf('state', state)] : []),
    ...(channel ? [sql<boolean>`channel_key = ${channel}`] : []),
    ...(search ? [sql<boolean>`claim_ref = ${search}`] : []),
  ])
}

/** Throws `notFound`. */
export async function findClaim(ctx: Ctx, claimRef: string, { lock = false } = {}): Promise<FoundClaim> {
  const query = ctx.own.select('fee_claims').select(columns).select(sums).where('claim_ref', '=', claimRef)
  const claim = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!claim) throw new Fault('notFound')
  return claim
}

/** Puts overcharges into a claim, all or none. Their rows are locked, so that none is claimed twice. */
export async function createClaim(ctx: Ctx, checkRefs: readonly string[], note: string): Promise<FoundClaim> {
  const asked = [...new Set(checkRefs)]
  const rows = await ctx.own
    .select('fee_checks')
    .select(['check_ref', 'channel_key', 'currency', 'outcome', 'claim_ref', 'difference'])
    .where('check_ref', 'in', asked)
    .orderBy('check_ref')
    .forUpdate()
    .execute()
  const [first] = rows
  if (!first || rows.length < asked.length) throw new Fault('notFound')
  if (
    rows.some(
      ({ claim_ref, outcome, difference }) =>
        claim_ref !== null || outcome !== 'mismatch' || difference.startsWith('-'),
    )
  )
    throw new Fault('wrongState', { why: 'a row is no overcharge, or is claimed already' })
  if (rows.some(({ channel_key, currency }) => channel_key !== first.channel_key || currency !== first.currency))
    throw fieldFault('invalidRequest', 'check_refs', 'contradicts')
  const claim_ref = newReference(ctx.now)
  const amount = exactText(sumOf(rows.map(({ difference }) => exactOf(difference) ?? 0n)))
  await ctx.own.update('fee_checks').set({ claim_ref }).where('check_ref', 'in', asked).execute()
  await ctx.own
    .insert('fee_claims', {
      claim_ref,
      state: 'open',
      channel_key: first.channel_key,
      currency: first.currency,
      amount,
      rows: rows.length,
      note,
      created_by: ctx.actor.name,
      created_at: ctx.now,
    })
    .execute()
  const claim = await findClaim(ctx, claim_ref)
  const { payment_channel_key: channel, currency, rows: count } = claim
  ctx.auditSubject(claim_ref, madeAs({ status: 'open', channel, currency, amount, rows: count }))
  return claim
}

/** Closes a claim. A named line has to be of the channel, the currency and a kind that gives money back, and gives back one claim. */
export async function closeClaim(ctx: Ctx, claimRef: string, as: 'recovered' | 'accepted', recoveryRef: string): Promise<FoundClaim> {
  const claim = await findClaim(ctx, claimRef, { lock: true })
  const action = as === 'recovered' ? 'recover' : 'accept'
  if (!feeClaimStates.can(claim.state, action)) throw new Fault('wrongState', { why: `it is ${claim.state}` })
  const line = as === 'recovered' && recoveryRef !== '' ? await findLine(ctx, claim, recoveryRef) : null
  if (as === 'recovered' && recoveryRef !== '' && !line) throw fieldFault('invalidRequest', 'recovery_ref', 'unknown')
  const closed = { state: as, recovery_ref: line ? recoveryRef : '', closed_by: ctx.actor.name, closed_at: ctx.now }
  const recovered = as === 'recovered' ? (line?.amount ?? claim.amount) : '0'
  await ctx.own.update('fee_claims').set({ ...closed, recovered }).where('claim_ref', '=', claimRef).execute()
  ctx.auditSubject(claimRef, changesFrom({ status: claim.state }, { status: as, recovery_ref: closed.recovery_ref, recovered }))
  return findClaim(ctx, claimRef)
} // prettier-ignore

/** A line that gives money back, which no other claim names. */
async function findLine(ctx: Ctx, { payment_channel_key: channel, currency, created_at }: FoundClaim, reference: string) {
  const [line] = await ctx.tx.query<{ amount: string }>(
    `select trim_scale(sum(coalesce(r.net, r.gross)))::text as amount from recon_records r
       join recon_files f on f.merchant_id = $1 and f.environment = $2 and f.recon_id = r.recon_id
     where r.merchant_id = $1 and r.environment = $2 and f.channel_key = $3 and r.provider_ref = $4 and r.standing = 'current'
       and r.type in ('adjustment', 'fee') and r.net_currency = $5 and coalesce(r.net, r.gross) > 0
       and not exists (select 1 from fee_claims k where k.merchant_id = $1 and k.environment = $2 and k.channel_key = $3
         and k.recovery_ref = $4)
     having count(*) > 0`,
    [ctx.owner.merchantId, ctx.owner.environment, channel, reference, currency],
  )
  return line ? { ...line, created_at } : null
} // prettier-ignore
