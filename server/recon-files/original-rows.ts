import { allowed } from '#contract/access.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { framesOf } from './load/load-file.ts'
import { openSpool } from './load/spool-file.ts'
import type { FoundFile } from './queries.ts'

/** The rows of a stored file with their cells as they stand there, in its order. It is read anew by the confined process. */
export async function* originalRows(
  ctx: Ctx,
  file: Pick<FoundFile, 'recon_id' | 'parts' | 'how' | 'file_type'>,
): AsyncGenerator<{ no: number; cells: string[] }> {
  const spool = await openSpool()
  try {
    const frames = framesOf({ transaction: (work) => work(ctx) }, file, { want: 'rows', spool })
    for await (const { head, payload } of frames) {
      if (head.kind !== 'left_out') return
      for (const line of Buffer.concat(payload).toString().split('\n')) {
        const [no, , , , cells] = line.split('\t')
        if (cells !== undefined) yield { no: Number(no), cells: JSON.parse(unescaped(cells)) as string[] }
      }
    }
  } finally {
    await spool.close()
  }
}

/** The cells of a row, each under its title. Those that the mapping does not read are hidden from whoever may not open transactions. */
export function titledCells(
  { user }: Ctx,
  { titles, mapped }: Pick<FoundFile, 'titles' | 'mapped'>,
  cells: readonly string[],
): { title: string; value: string }[] {
  const mayAll = user !== null && allowed('transactionDetails', user)
  const shown = (cell: string, place: number) => (mayAll || cell === '' || mapped.includes(place) ? cell : hidden)
  return cells.map((cell, place) => ({ title: titles[place] ?? '', value: shown(cell, place) }))
}
const hidden = '••••'

/** A field of a line of `copy` as it was. */
const unescaped = (field: string): string =>
  field.replaceAll(/\\(.)/g, (_, letter: string) => ({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' })[letter] ?? letter) // prettier-ignore
