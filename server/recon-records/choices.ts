import { sql } from 'kysely'
import { reconDaysOf } from '#contract/recon-dashboard-shapes.ts'
import type { Input } from '#contract/kit/call.ts'
import type { ReconChoices, readReconChoicesWithin } from '#contract/recon-dashboard.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listPairRows, pairOfSources } from './answers.ts'
import { withinDays } from './conditions.ts'
import { sumsOf } from './sums.ts'

type Within = Input<typeof readReconChoicesWithin>['body']
const columns = { brands: 'brand_id', marketplaces: 'marketplace_id', countries: 'country', currencies: 'currency', accounts: 'account_id' } // prettier-ignore

/** Brands, marketplaces, countries, currencies and accounts that records have: of all pairs, or of two sources, within some days. */
export async function choicesOf(ctx: Ctx, within: Within = {}): Promise<ReconChoices> {
  const { data_source_a: a, data_source_b: b } = within
  const pairs = a !== undefined && b !== undefined ? [await pairOfSources(ctx, a, b)] : await pairsOf(ctx, a ?? b)
  const { time_zone } = await merchantOf(ctx)
  const days = reconDaysOf(within, time_zone)
  const source = { msm_ids: pairs.map(({ msm_id }) => msm_id), asOfRun: null }
  const sums = sumsOf(ctx, source, within.by ?? 'transaction', (day) => withinDays(day, days))
  const each = Object.entries(columns).map(
    ([name, column]) => sql`coalesce(array_agg(distinct ${sql.ref(column)} order by ${sql.ref(column)}) filter (where ${sql.ref(column)} <> ''), '{}') as ${sql.ref(name)}`, // prettier-ignore
  )
  const found = await sql<ReconChoices>`select ${sql.join(each)} from (${sums}) s`.execute(ctx.db)
  return found.rows[0] as ReconChoices
}

const pairsOf = async (ctx: Ctx, source: string | undefined) =>
  (await listPairRows(ctx)).filter(
    (pair) => source === undefined || pair.source_a === source || pair.source_b === source,
  )
