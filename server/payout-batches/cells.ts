import type { Ctx } from '#server/kit/ctx.ts'
import type { TypedCell } from '#server/kit/files/read-sheet.ts'
import { merchantKeys, openSealed, seal } from '#server/kit/secrets/vault.ts'
import type { FoundRow } from './queries.ts'

const placeOf = ({ owner }: Ctx, batchId: string, rowNo: number) => ({
  merchantId: owner.merchantId,
  table: 'payout_batch_rows',
  column: 'cells_sealed',
  row: `${owner.environment}/${batchId}/${rowNo}`,
})

/** The cells of rows as they are kept: they hold account numbers. */
export async function cellsSealer(ctx: Ctx, batchId: string) {
  const keys = await merchantKeys(ctx)
  return (rowNo: number, cells: readonly TypedCell[]): Buffer =>
    seal(keys, JSON.stringify(cells), placeOf(ctx, batchId, rowNo))
}
export async function cellsOpener(ctx: Ctx) {
  const keys = await merchantKeys(ctx)
  return ({ batch_id, row_no, cells_sealed }: Pick<FoundRow, 'batch_id' | 'row_no' | 'cells_sealed'>): TypedCell[] =>
    cells_sealed.length === 0
      ? []
      : (JSON.parse(openSealed(keys, cells_sealed, placeOf(ctx, batch_id, row_no))) as TypedCell[])
}
