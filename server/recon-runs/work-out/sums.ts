import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import { findSum, mostCandidates } from '../match/sums.ts'
import { comparableColumns, comparableOf, exact, rowsOf, type ComparableRow } from './comparable-rows.ts'
import { onlyOf } from './only.ts'
import type { Run } from './run.ts'

/**
 * Suggests for what is left alone the few records of the other side that sum to it. With several solutions none is taken, and it is
 * said; the search ends after so many records and steps, whatever the machine, and what was not searched further says so.
 */
export async function suggestSums(run: Run, rule: ReconRule, ruleNo: number): Promise<void> {
  const { ctx } = run
  const sides = await ctx.tx.query('select distinct side from work_loose', [])
  if (sides.length < 2) return
  await ctx.tx.query('create index on work_loose (kind, unit, side, day)', [])
  const ofAll: unknown[] = []
  const values: unknown[] = [rule.days ?? 5]
  await ctx.tx.query(
    `insert into work_unsearched select t.n from (${soughtBy(rule, ofAll)} offset ${mostTargets}) t`,
    ofAll,
  )
  await ctx.tx.query(
    `create temporary table work_targets on commit drop as
     select t.n as target, t.amount::text as sum, u.tolerance::text as tolerance, c.*
     from (${soughtBy(rule, values)} limit ${mostTargets}) t
       join work_units u on u.unit = t.unit
       cross join lateral (select ${comparableColumns} from work_loose l where l.side <> t.side and l.kind = t.kind and l.unit = t.unit
         and l.sku = t.sku and l.day between t.day - $1::integer and t.day + $1::integer and sign(l.amount) = sign(t.amount)
         and abs(l.amount) < abs(t.amount) and not l.is_net and not exists (select from work_suggested s where s.n = l.n)
         limit ${mostCandidates + 1}) c`,
    values,
  )
  const solutions: Solution[] = []
  const unsearched: number[] = []
  for await (const targets of targetsOf(run))
    for (const target of targets) {
      const solution = solve(target)
      if (solution === 'not_searched_further') unsearched.push(target.n)
      else if (solution) solutions.push(solution)
    }
  await keep(run, solutions, ruleNo)
  await ctx.tx.query('insert into work_unsearched select unnest($1::integer[])', [unsearched])
  await ctx.tx.query('drop table work_targets', [])
}
const mostTargets = 5_000
/** What may be the sum of others, in an order that is the same on any machine. */
const soughtBy = (rule: ReconRule, values: unknown[]): string =>
  `select l.* from work_loose l where l.day is not null and not l.is_net
     and not exists (select from work_suggested s where s.n = l.n)${onlyOf(rule, values)} order by l.natural_key`

interface Target {
  n: number
  sum: string
  tolerance: string
  candidates: ComparableRow[]
}
async function* targetsOf({ ctx }: Run): AsyncGenerator<Target[]> {
  let open = null as Target | null
  type Row = ComparableRow & { target: number; sum: string; tolerance: string }
  for await (const rows of rowsOf<Row>(ctx, 'select * from work_targets order by target, place')) {
    const ended: Target[] = []
    for (const row of rows) {
      if (open?.n !== row.target) {
        if (open) ended.push(open)
        open = { n: row.target, sum: row.sum, tolerance: row.tolerance, candidates: [] }
      }
      open.candidates.push(row)
    }
    yield ended
  }
  if (open) yield [open]
}

interface Solution {
  n: number
  of: readonly number[]
  strength: 'suggested' | 'ambiguous'
  choices: number
}
function solve({ n, sum, tolerance, candidates }: Target): Solution | 'not_searched_further' | null {
  if (candidates.length > mostCandidates) return 'not_searched_further'
  const found = findSum(exact(sum), candidates.map(comparableOf), exact(tolerance))
  if (found.found === 'one') return { n, of: found.of, strength: 'suggested', choices: 1 }
  if (found.found === 'several') return { n, of: found.of, strength: 'ambiguous', choices: 2 }
  return found.found === 'none' ? null : found.found
}

/** A record that is wanted for several sums is of none of them for sure. */
async function keep({ ctx }: Run, solutions: readonly Solution[], ruleNo: number): Promise<void> {
  const wanted = new Map<number, number>()
  for (const { n, of } of solutions) for (const one of [n, ...of]) wanted.set(one, (wanted.get(one) ?? 0) + 1)
  const rows = solutions.flatMap(({ n, of, strength, choices }) => {
    const most = Math.max(choices, ...[n, ...of].map((one) => wanted.get(one) ?? 1))
    return [n, ...of].map((one) => ({ n: one, s: n, strength: most > 1 ? 'ambiguous' : strength, choices: most }))
  })
  await ctx.tx.query(
    `insert into work_suggested (n, s, rule, strength, choices)
     select distinct on (f.n) f.n, f.s, $1, f.strength, f.choices from unnest($2::integer[], $3::integer[], $4::text[], $5::integer[])
       f (n, s, strength, choices) join work_records t on t.n = f.s order by f.n, t.natural_key`,
    [ruleNo, rows.map(({ n }) => n), rows.map(({ s }) => s), rows.map(({ strength }) => strength), rows.map(({ choices }) => choices)],
  )
} // prettier-ignore
