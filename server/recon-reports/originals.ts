import { sql, type Expression, type SqlBool } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportOf, Made } from '#server/kit/http/export-of.ts'
import { originalRows, titledCells } from '#server/recon-files/original-rows.ts'

type Parts = Required<Pick<ExportOf<never>, 'further' | 'made' | 'ahead'>>
const fileColumns = ['recon_id', 'parts', 'how', 'file_type', 'titles', 'mapped'] as const

/**
 * The columns of the files that records were read from. Rows come in the order of files and their rows, so that each file is read once
 * beside them. Cells that the mapping does not read are hidden from whoever may not open transactions.
 */
export async function originalsOf(ctx: Ctx, conditions: readonly Expression<SqlBool>[]): Promise<Parts> {
  const { merchantId, environment } = ctx.owner
  const { rows: found } = await sql<{ recon_id: string }>`select distinct recon_id from recon_outcomes
    where merchant_id = ${merchantId} and environment = ${environment} and ${sql.join([...conditions], sql` and `)}`.execute(ctx.db)
  const ids = found.map(({ recon_id }) => recon_id)
  const files = ids.length === 0 ? [] : await ctx.own.select('recon_files').select(fileColumns).where('recon_id', 'in', ids).execute()
  const titles = [...new Set(files.flatMap((file) => file.titles))].filter((title) => title !== '').slice(0, titlesMost)
  const kept = new Map<string, ReadonlyMap<string, string>>()
  let open: { id: string; rows: AsyncGenerator<{ no: number; cells: string[] }> } | null = null
  const rowOf = async (id: string, wanted: number): Promise<string[] | null> => {
    const file = files.find(({ recon_id }) => recon_id === id)
    if (!file || file.parts === 0) return null
    if (open?.id !== id) {
      await open?.rows.return(undefined)
      open = { id, rows: originalRows(ctx, file) }
    }
    for (;;) {
      const { value, done } = await open.rows.next()
      if (done) return null
      if (value.no === wanted) return value.cells
    }
  }
  const keyOf = (index: number) => `original_${index}`
  const from = ['recon_id', 'row_no']
  const made = titles.map((title, index): [string, Made] => [
    keyOf(index),
    { from, text: ([id = '', no = '']) => kept.get(`${id} ${no}`)?.get(title) ?? '' },
  ])
  return {
    further: titles.map((title, index) => ({ key: keyOf(index), title, kind: 'text' })),
    made: Object.fromEntries(made),
    ahead: {
      from,
      close: async () => void (await open?.rows.return(undefined)),
      async fetch(rows) {
        kept.clear()
        for (const [id = '', no = ''] of rows) {
          const file = files.find(({ recon_id }) => recon_id === id)
          const cells = await rowOf(id, Number(no))
          if (!file || !cells) continue
          kept.set(`${id} ${no}`, new Map(titledCells(ctx, file, cells).map(({ title, value }) => [title, value])))
        }
      },
    },
  }
} // prettier-ignore
/** So many columns beside ours; a file with more has the rest in its original alone. */
const titlesMost = 200
