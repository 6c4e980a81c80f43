import type { ReconLeg } from '#contract/recon-outcomes.ts'
import { lockChannels } from '#server/channels/connections.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { legOf } from './pairs.ts'
import { listSources } from './sources.ts'

/** All pairs of the owner, by number. Index: primary key. */
export const listPairs = (ctx: Ctx) => ctx.own.select('recon_pairs').selectAll().orderBy('msm_id').execute()
export type FoundPair = Awaited<ReturnType<typeof listPairs>>[number]

/**
 * Keeps the pairs that the sources of now make, numbered in the order in which they came into being. A pair stays when its sources
 * change, so that no number is used again. Changes of one merchant wait for each other.
 */
export async function keepPairs(ctx: Ctx): Promise<FoundPair[]> {
  const [wanted, kept] = await Promise.all([wantedPairs(ctx), listPairs(ctx)])
  if (wanted.every((pair) => kept.some(isSame(pair)))) return kept
  await lockChannels(ctx)
  const present = await listPairs(ctx)
  const missing = wanted.filter((pair) => !present.some(isSame(pair)))
  const last = present.at(-1)?.msm_id ?? 0
  const rows = missing.map((pair, at) => ({ ...pair, msm_id: last + 1 + at, created_at: ctx.now }))
  if (rows.length > 0) await ctx.own.insert('recon_pairs', rows).execute()
  return listPairs(ctx)
}

interface WantedPair {
  leg: ReconLeg
  source_a: string
  source_b: string
}
const isSame = (one: WantedPair) => (other: WantedPair) =>
  one.source_a === other.source_a && one.source_b === other.source_b

async function wantedPairs(ctx: Ctx): Promise<WantedPair[]> {
  const sources = await listSources(ctx)
  return sources.flatMap((a) =>
    sources.flatMap((b) => {
      const leg = legOf(a, b)
      return leg === null ? [] : [{ leg, source_a: a.data_source, source_b: b.data_source }]
    }),
  )
}
