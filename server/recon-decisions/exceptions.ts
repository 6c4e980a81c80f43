import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/recon-exceptions.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { oneOf, pageOf } from '#server/kit/lists/list.ts'
import { outcomes, wireOutcome } from '#server/recon-records/outcome-list.ts'
import { evidenceOf } from '#server/recon-records/evidence.ts'
import { agesOf } from './ages.ts'
import { leadsOf, type Lead } from './leads.ts'
import { waitsOf } from './waits.ts'

type Asked = Pick<Input<typeof contract.listReconExceptions>['body'], 'filters' | 'search'>

/** Exceptions that fit. Index: recon_outcomes_open. */
export async function conditionsOf(ctx: Ctx, { filters = {}, search }: Asked): Promise<Expression<SqlBool>[]> {
  const { status, age_bucket, currency, data_source, strength, owner_id, batch } = filters
  const ages = age_bucket ? await agesOf(ctx) : null
  const within = [age_bucket ?? []].flat().flatMap((bucket) => ages?.daysOf(bucket) ?? [])
  const is = (column: string, value: string | undefined) => value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`] // prettier-ignore
  const owned = ({
    owner,
  }: Ctx) => sql<SqlBool>`exists (select 1 from recon_owners w where w.merchant_id = ${owner.merchantId}
    and w.environment = ${owner.environment} and w.msm_id = recon_outcomes.msm_id and w.group_id = recon_outcomes.group_id and w.owner_id::text = ${owner_id})`
  return [
    sql<SqlBool>`until_run = 2147483647 and is_open and is_lead`,
    ...(status ? [oneOf('status', status)] : []),
    ...(within.length > 0
      ? [sql<SqlBool>`(${sql.join(within.map(({ first, last }) => sql`(${first}::date is null or day >= ${first}::date) and day <= ${last}::date`), sql` or `)})`]
      : []),
    ...is('currency', currency),
    ...is('data_source', data_source),
    ...is('batch', batch),
    ...(strength ? [oneOf('suggested_strength', strength)] : []),
    ...(owner_id ? [owned(ctx)] : []),
    ...(search ? [sql<SqlBool>`(provider_ref = ${search} or merchant_ref = ${search})`] : []),
  ] // prettier-ignore
}

export async function listExceptions(
  ctx: Ctx,
  request: Input<typeof contract.listReconExceptions>['body'],
): Promise<Output<typeof contract.listReconExceptions>> {
  const ages = await agesOf(ctx)
  const page = await pageOf(ctx, outcomes, request, await conditionsOf(ctx, request))
  const owners = await ownersOf(ctx, page.content.map(({ group_id }) => group_id)) // prettier-ignore
  const waits = await waitsOf(ctx, page.content.map(({ msm_id: msmId, side, record_key: key }) => ({ msmId, side, key }))) // prettier-ignore
  const content = page.content.map((row) => {
    const age = ages.of(row.transaction_date ?? row.settlement_date)
    const owner = owners.get(`${row.msm_id}.${row.group_id}`)
    return { ...wireOutcome(row), age, age_bucket: ages.bucketOf(age), owner_name: owner?.owner_name ?? '', owner_due_on: owner?.due_on ?? null, waits_for: waits.get(row.record_ref) ?? ('' as const) } // prettier-ignore
  })
  return { ...page, content }
}

export async function ownersOf(ctx: Ctx, groups: readonly string[]) {
  if (groups.length === 0) return new Map<string, never>()
  const rows = await ctx.own
    .select('recon_owners')
    .select(['msm_id', 'group_id', 'owner_name', 'due_on'])
    .where('group_id', 'in', groups)
    .execute()
  return new Map(rows.map((row) => [`${row.msm_id}.${row.group_id}`, row]))
}

/** What people have said of a record. Throws `notFound`. */
export async function readException(ctx: Ctx, recordRef: string): Promise<Output<typeof contract.readReconException>> {
  const [lead] = await leadsOf(ctx, [recordRef])
  if (!lead) throw new Fault('notFound')
  const { msm_id, group_id, key, side } = lead
  const about = { msm_id, group_id }
  const [record, waits, ages] = [
    await evidenceOf(ctx, recordRef, undefined),
    await waitsOf(ctx, [{ msmId: msm_id, side, key }]),
    await agesOf(ctx),
  ]
  const [owners, comments, proposals, decisions] = await Promise.all([
    ownersOf(ctx, [group_id]),
    ctx.own.select('recon_comments').select(['text', 'written_by', 'at', 'message_id']).where('msm_id', '=', msm_id).where(isOfItsMatches(ctx, lead))
      .orderBy('at').orderBy('comment_id').execute(),
    ctx.own.select('recon_proposals').select(['proposal_id', 'act', 'proposed_name']).where('msm_id', '=', msm_id)
      .where('group_id', 'is not', null).where(sql<SqlBool>`records @> ${JSON.stringify([{ side, key }])}::jsonb`)
      .where('state', '=', 'proposed').orderBy('proposed_at').orderBy('proposal_id').execute(),
    ctx.own.select('recon_decisions').selectAll().where('msm_id', '=', msm_id)
      .where(sql<SqlBool>`decision_id in (select k.decision_id from recon_decision_records k where k.merchant_id = ${ctx.owner.merchantId}
        and k.environment = ${ctx.owner.environment} and k.key = ${key} and k.side = ${side})`).orderBy('decided_at').orderBy('decision_id').execute(),
  ]) // prettier-ignore
  const questions = await questionsOf(
    ctx,
    comments.flatMap(({ message_id: id }) => id ?? []),
  )
  const owner = owners.get(`${about.msm_id}.${about.group_id}`)
  return {
    record_ref: recordRef, record, age: ages.of(record.transaction_date ?? record.settlement_date), waits_for: waits.get(lead.record_ref) ?? '', owner_name: owner?.owner_name ?? '', owner_due_on: owner?.due_on ?? null,
    decisions: decisions.map(shownDecision), proposals, questions,
    comments: comments.flatMap(({ message_id: id, ...said }) => (id === null ? said : [])),
  } // prettier-ignore
}

/** The matches that a record is or was in: what was said of it stays with it. Index: primary key. */
const isOfItsMatches = ({ owner }: Ctx, { msm_id, side, key }: Lead) =>
  sql<SqlBool>`group_id in (select o.group_id from recon_outcomes o where o.merchant_id = ${owner.merchantId} and o.environment = ${owner.environment}
    and o.msm_id = ${msm_id} and o.side = ${side} and o.key = ${key})`

/** What its provider was asked. Index: primary key. */
const questionsOf = async (ctx: Ctx, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? []
    : ctx.own
        .select('messages')
        .select(['recipient as sent_to', 'created_at as asked_at', 'state'])
        .where('message_id', 'in', messageIds)
        .orderBy('created_at')
        .orderBy('message_id')
        .execute()

type Kept = Omit<Output<typeof contract.liftReconDecision>, never>
export const shownDecision = ({ decision_id, act, reason, until_day, decided_by, approved_by, decided_at, lifted_by, lifted_at }: Kept): Kept => ({
  decision_id, act, reason, until_day, decided_by, approved_by, decided_at, lifted_by, lifted_at,
}) // prettier-ignore
