import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type { listReconRuns } from '#contract/recon-runs.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { oneOf, pageOf, timeOf, type ListOf } from '#server/kit/lists/list.ts'
import type { FoundPair } from '#server/recon-sources/keep-pairs.ts'
import { pairsByNumber, shownRow } from './show.ts'

const runs = {
  table: 'recon_runs',
  rows: build.selectFrom('recon_runs').selectAll().compile(),
  sorts: { asked_at: { column: 'asked_at', key: 'asked_at', type: 'timestamptz' } },
  ref: { column: '(run_id::text collate "C")', key: 'run_id' },
} satisfies ListOf<object>

type Asked = Input<typeof listReconRuns>['body']

/** The runs that fit, newest first. Indexes: recon_runs_newest, recon_runs_of_digest. */
export async function listRuns(ctx: Ctx, request: Asked): Promise<Output<typeof listReconRuns>> {
  const pairs = await pairsByNumber(ctx)
  const page = await pageOf(ctx, runs, request, conditions(request, [...pairs.values()]))
  return { ...page, content: page.content.map((run) => shownRow(run, pairs)) }
}

function conditions({ search, from, to, filters = {} }: Asked, pairs: readonly FoundPair[]): Expression<SqlBool>[] {
  const { data_source: source, status, asked_at } = filters
  const time = timeOf({ from, to, filters: { created_at: asked_at } })
  const numbers = pairs.filter(({ source_a, source_b }) => source === source_a || source === source_b)
  return [
    ...(time.from ? [sql<SqlBool>`asked_at >= ${time.from}`] : []),
    ...(time.to ? [sql<SqlBool>`asked_at < ${time.to}`] : []),
    ...(source ? [sql<SqlBool>`msm_id = any (${numbers.map(({ msm_id }) => msm_id)})`] : []),
    ...(status ? [oneOf('status', status)] : []),
    ...(search ? [sql<SqlBool>`(digest = ${search} and digest <> '')`] : []),
  ]
}
