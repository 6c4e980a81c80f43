import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import type { BlockMatch, Comparable, Resolved } from '../match/comparable.ts'
import { resolveBlock } from '../match/resolve-block.ts'
import { comparedBy } from './by-reference.ts'
import { comparableColumns, comparableOf, exact, rowsOf, type ComparableRow } from './comparable-rows.ts'
import { onlyOf } from './only.ts'
import type { Run } from './run.ts'

/** The rules that one pass over the blocks of a reference answers, by the kind of their matches. */
export interface BlockRules {
  rule: ReconRule
  numbers: Partial<Record<BlockMatch['kind'], number>>
}

/**
 * Works out the blocks of a reference that repeats: all records of one reference, kind and currency. They are read in order, a piece at a
 * time, and what they come to is written back. What would be found by a rule that is switched off is left for others.
 */
export async function matchBlocks(run: Run, { rule, numbers }: BlockRules): Promise<void> {
  const { ctx } = run
  const values: unknown[] = []
  await ctx.tx.query(
    `create temporary table work_blocks on commit drop as
     with keyed as (select case l.side when 'a' then ${comparedBy(rule, 'a')} else ${comparedBy(rule, 'b')} end as ref, l.*
         from work_loose l where true${onlyOf(rule, values)}),
       shared as (select ref, kind, unit, sku, row_number() over () as block from keyed where ref <> '' group by 1, 2, 3, 4
         having count(distinct side) = 2)
     select s.block, u.tolerance::text as tolerance, l.side, ${comparableColumns}
     from keyed l join shared s on s.ref = l.ref and s.kind = l.kind and s.unit = l.unit and s.sku = l.sku
       join work_units u on u.unit = l.unit`,
    values,
  )
  for (const create of found) await ctx.tx.query(create, [])
  for await (const blocks of blocksOf(run))
    await writeBack(
      run,
      blocks.map((block) => resolve(block, numbers)),
    )
  for (const [kind, number] of Object.entries(numbers))
    for (const take of taken) await ctx.tx.query(take, [kind, number])
  await ctx.tx.query(
    `insert into work_duplicates select f.n, f.other from work_found f where f.kind = 'duplicate'
       and exists (select 1 from work_links k where k.n = f.other)`,
    [],
  )
  await ctx.tx.query(`insert into work_nearest select f.n, f.other, 'amount' from work_found f where f.kind = 'nearest'`, []) // prettier-ignore
  await ctx.tx.query('drop table work_blocks, work_found', [])
}
const found = [`create temporary table work_found (n integer, other integer, kind text, strength text) on commit drop`]
const taken = [
  `insert into work_links (n, m, rule, role) select n, other, $2, 'party' from work_found where kind = $1 and strength = 'confirmed'`,
  `insert into work_suggested (n, s, rule, strength, choices) select n, other, $2, strength, 1 from work_found
   where kind = $1 and strength in ('suggested', 'ambiguous')`,
]

interface Block {
  a: Comparable[]
  b: Comparable[]
  tolerance: bigint
}
type BlockRow = ComparableRow & { block: bigint; side: 'a' | 'b'; tolerance: string }

async function* blocksOf({ ctx }: Run): AsyncGenerator<Block[]> {
  let open: Block | null = null
  let last: bigint | null = null
  for await (const rows of rowsOf<BlockRow>(ctx, 'select * from work_blocks order by block, side, place')) {
    const ended: Block[] = []
    for (const row of rows) {
      if (row.block !== last || open === null) {
        if (open) ended.push(open)
        open = { a: [], b: [], tolerance: exact(row.tolerance) }
        last = row.block
      }
      open[row.side].push(comparableOf(row))
    }
    yield ended
  }
  if (open) yield [open]
}

const resolve = ({ a, b, tolerance }: Block, { repeated, parts }: BlockRules['numbers']): Resolved =>
  resolveBlock(a, b, { tolerance, repeated: repeated !== undefined, parts: parts !== undefined })

/** PostgreSQL copies rows in faster than it takes values. */
async function writeBack({ ctx }: Run, resolved: readonly Resolved[]): Promise<void> {
  const lines = resolved.flatMap(({ matches, duplicates, nearest }) => [
    ...matches.flatMap(({ a, b, kind, strength }) => [...a, ...b].map((n) => `${n}\t${a[0] ?? b[0]}\t${kind}\t${strength}\n`)),
    ...duplicates.map(({ n, of }) => `${n}\t${of}\tduplicate\t\n`),
    ...[...nearest].map(([n, other]) => `${n}\t${other}\tnearest\t\n`),
  ]) // prettier-ignore
  if (lines.length > 0) await ctx.tx.copyIn('copy work_found (n, other, kind, strength) from stdin', [Buffer.from(lines.join(''))])
} // prettier-ignore
