import { sql, type Expression, type SqlBool } from 'kysely'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { compareReconRuns } from '#contract/recon-runs.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import { shortest } from '#server/recon-files/show.ts'
import { causesOf, identityOf, type Compared } from './change-causes.ts'
import type { FoundRun } from './queries.ts'
import { existingRun } from './show.ts'

const changes = {
  table: 'recon_outcomes',
  rows: build.selectFrom('recon_outcomes').selectAll().compile(),
  sorts: { from_run: { column: 'from_run', key: 'from_run', type: 'bigint' } },
  ref: { column: 'key', key: 'key' },
} satisfies ListOf<object>

type Asked = Input<typeof compareReconRuns>['body']

/** The records of which two runs say different things. Indexes: recon_outcomes_begun, recon_outcomes_ended. */
export async function compareRuns(ctx: Ctx, runId: string, request: Asked): Promise<Output<typeof compareReconRuns>> {
  const runs = await bothRuns(ctx, runId, request)
  const page = await pageOf(ctx, changes, request, conditions(ctx, request, runs))
  const keys = page.content.map(({ key }) => key)
  const [versions, restated] = await Promise.all([versionsOf(ctx, runs, keys), restatedOf(ctx, runs, keys)])
  const at = (run: FoundRun, { side, key }: Compared) =>
    versions.find((row) => row.side === side && row.key === key && row.from_run <= run.run_no && run.run_no < row.until_run) ?? null // prettier-ignore
  const content = page.content.map((row) => {
    const [before, after] = [at(runs.earlier, row), at(runs.later, row)]
    const causes = causesOf({ before, after, isRestated: restated.has(identityOf(row.key)), ...runs })
    return { ...shown(row), causes, before: before && said(before), after: after && said(after) }
  })
  return { ...page, content }
}

interface BothRuns {
  earlier: FoundRun
  later: FoundRun
}
async function bothRuns(ctx: Ctx, runId: string, { filters = {} }: Asked): Promise<BothRuns> {
  const one = await existingRun(ctx, runId)
  const other =
    filters.other_run_id === undefined ? await answerBefore(ctx, one) : await existingRun(ctx, filters.other_run_id)
  const [earlier, later] = [one, other].toSorted((a, b) => a.run_no - b.run_no) as [FoundRun, FoundRun]
  if (earlier.msm_id !== later.msm_id)
    throw fieldFault('invalidRequest', 'filters.other_run_id', 'not_a_choice', 'Both runs are of one pair.')
  for (const { status } of [one, other])
    if (status === 'queued' || status === 'running') throw new Fault('reconInProgress')
    else if (status !== 'done') throw new Fault('wrongState', { why: `it is ${status}` })
  return { earlier, later }
}

/** The run whose answer a run has replaced; the first one has replaced none and is held against itself. Index: primary key. */
async function answerBefore(ctx: Ctx, run: FoundRun): Promise<FoundRun> {
  const found = await ctx.own
    .select('recon_runs')
    .selectAll()
    .where('msm_id', '=', run.msm_id)
    .where('run_no', '<', run.run_no)
    .where('status', '=', 'done')
    .orderBy('run_no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? run
}

/** A record of which something else is said since the earlier run, or of which the later one says nothing any more. */
function conditions(ctx: Ctx, { search, filters = {} }: Asked, { earlier, later }: BothRuns): Expression<SqlBool>[] {
  const { merchantId, environment } = ctx.owner
  const [m, n, pair] = [earlier.run_no, later.run_no, earlier.msm_id]
  const another = sql`select 1 from recon_outcomes o where o.merchant_id = ${merchantId} and o.environment = ${environment}
    and o.msm_id = ${pair} and o.side = recon_outcomes.side and o.key = recon_outcomes.key`
  return [
    sql<SqlBool>`msm_id = ${pair}`,
    sql<SqlBool>`((from_run > 1 and from_run > ${m} and from_run <= ${n} and until_run > ${n}
        and not exists (${another} and o.from_run <= ${m} and o.until_run > ${m} and o.said = recon_outcomes.said))
      or (until_run < 2147483647 and until_run > ${m} and until_run <= ${n} and from_run <= ${m}
        and not exists (${another} and o.from_run <= ${n} and o.until_run > ${n})))`,
    ...(filters.status ? [oneOf('status', filters.status)] : []),
    ...(filters.side ? [oneOf('side', filters.side)] : []),
    ...(search ? [sql<SqlBool>`(provider_ref = ${search} or merchant_ref = ${search})`] : []),
  ]
}

/** What the runs say of some records. Index: primary key. */
const versionsOf = (ctx: Ctx, { earlier, later }: BothRuns, keys: readonly string[]): Promise<Compared[]> =>
  ctx.own
    .select('recon_outcomes')
    .selectAll()
    .where('msm_id', '=', earlier.msm_id)
    .where('side', 'in', ['a', 'b'])
    .where(sql<SqlBool>`key = any (${keys})`)
    .where(({ or, and, eb }) => {
      const holdsAt = ({ run_no }: FoundRun) => and([eb('from_run', '<=', run_no), eb('until_run', '>', run_no)])
      return or([holdsAt(earlier), holdsAt(later)])
    })
    .execute()

/** Of records that were read: the identities of which one run knows a row that the other knows as another. Index: primary key. */
async function restatedOf(ctx: Ctx, { earlier, later }: BothRuns, keys: readonly string[]): Promise<Set<string>> {
  const { merchantId, environment } = ctx.owner
  const identities = [...new Set(keys.map(identityOf))].filter((identity) => identity !== '')
  const rows = await ctx.tx.query<{ identity: string }>(
    `select w.identity from unnest($4::text[]) w (identity)
       join recon_outcomes o on o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side in ('a', 'b')
         and o.key >= w.identity || '.' and o.key < w.identity || '/'
       cross join lateral (select o.from_run <= $5 and o.until_run > $5 as before, o.from_run <= $6 and o.until_run > $6 as after) h
     group by w.identity having bool_or(h.before and not h.after) and bool_or(h.after and not h.before)`,
    [merchantId, environment, earlier.msm_id, identities, earlier.run_no, later.run_no],
  )
  return new Set(rows.map(({ identity }) => identity))
}

const shown = (row: Compared) => ({
  key: row.key,
  side: row.side,
  data_source: row.data_source,
  record_type: row.type,
  at: row.at,
  booked_on: row.booked_on,
  provider_ref: row.provider_ref,
  merchant_ref: row.merchant_ref,
  currency: row.currency,
})
const said = (row: Compared) => ({
  status: row.status,
  rule_key: row.rule_key,
  rules_version: row.rules_version,
  gross: row.gross === null ? null : shortest(row.gross),
  fee: shortest(row.fee),
  tax: shortest(row.tax),
  expected_fee: row.expected_fee === null ? null : shortest(row.expected_fee),
  expected_tax: row.expected_tax === null ? null : shortest(row.expected_tax),
  amount_off: shortest(row.amount_off),
  due_on: row.due_on,
  decision: row.decision,
})
