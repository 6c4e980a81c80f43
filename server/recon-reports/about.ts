import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import type { Asked } from './report.ts'

interface Pair {
  msm_id: number
  source_a: string
  source_b: string
}

/** What the sheet 'About' says of a report: what it was asked, and by which runs it was answered, with their digests. */
export async function aboutReport(ctx: Ctx, pair: Pair, asked: Asked, runNumbers: readonly number[]): Promise<NonNullable<ExportOf<Asked>['about']>> {
  const { time_zone } = await merchantOf(ctx)
  const runs = await ctx.own
    .select('recon_runs')
    .select(['run_no', 'as_of', 'rules_version', 'digest'])
    .where('msm_id', '=', pair.msm_id)
    .where('run_no', 'in', [...new Set(runNumbers)])
    .orderBy('run_no')
    .execute()
  const { kind, name, from, to, by = 'transaction', filters = {} } = asked
  return (words) => {
    const aboutWord = (code: string, params = {}) => words('reconReportAbout', code, params)
    const days = [from && words('list', 'from', { value: from }), to && aboutWord('before', { value: to })].filter(Boolean)
    const narrowed = Object.entries(filters).flatMap(([filter, value]) => {
      const values = [value ?? []].flat()
      if (values.length === 0) return []
      const shown = values.map((one) => (filter === 'record_type' ? words('recordTypes', one) : one || aboutWord('none')))
      return [[aboutWord(filter), shown.join(', ')] as const]
    })
    return [
      [aboutWord('kind'), words('reconReports.kinds', kind)],
      ...(name ? [[aboutWord('name'), name] as const] : []),
      [aboutWord('pair'), `${pair.source_a} – ${pair.source_b}`],
      [aboutWord('days'), days.length > 0 ? days.join(' ') : aboutWord('allDays')],
      [aboutWord('by'), words('reconReports.by', by)],
      [aboutWord('zoneOfDays'), asked.time_zone ?? time_zone],
      ...narrowed,
      ...runs.flatMap((run) => [
        [aboutWord('run'), aboutWord('runOf', { run: run.run_no, day: run.as_of, version: run.rules_version })] as const,
        [aboutWord('runDigest'), run.digest] as const,
      ]),
    ]
  }
} // prettier-ignore
