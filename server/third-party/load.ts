import { decimalText, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { timestampText } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { RowError } from './check-row.ts'
import {
  comparedFields,
  currencyAt,
  insertErrors,
  insertNew,
  listConflicts,
  type Bringer,
  type Conflict,
} from './insert.ts'
import { deleteTransactions, type Ending } from './queries.ts'
import type { RowsLine, SheetLine } from './sheet-lines.ts'

/**
 * Loads what a sheet says, in the transaction of `ctx`: all of its valid rows, or none where the sheet is refused. On a dry run
 * everything happens as it would, and its transactions are then deleted, so that its numbers are those of the load.
 */
export async function loadSheet(
  ctx: Ctx,
  { dryRun, ...bringer }: Bringer & { dryRun: boolean },
  lines: AsyncIterable<SheetLine> | Iterable<SheetLine>,
): Promise<Ending> {
  const errors = new KeptErrors(ctx, bringer.uploadId)
  const ending: Ending = { ...nothing, state: dryRun ? 'checked' : 'loaded' }
  const counts = { valid: 0, duplicates: 0 }
  /** The insert of one line goes on while the next one is read. */
  let loading: Promise<void> = Promise.resolve()
  for await (const line of lines) {
    await loading
    if ('refused' in line) {
      await deleteTransactions(ctx, bringer.uploadId)
      const { head, preview } = ending
      return { ...nothing, head, preview, state: 'refused', reason: line.refused, reason_params: line.params }
    }
    if ('head' in line) Object.assign(ending, { head: line.head, preview: line.preview })
    else if ('count' in line) {
      loading = loadRows(ctx, bringer, { line, counts, errors })
      loading.catch(() => {})
    } else Object.assign(ending, { rows: line.rows, unknown_statuses: line.unknownStatuses })
  }
  await loading
  if (dryRun) await deleteTransactions(ctx, bringer.uploadId)
  return { ...ending, ...counts, errors: errors.rows }
}
const nothing = {
  rows: 0, valid: 0, duplicates: 0, errors: 0, reason: '', reason_params: {}, head: [], preview: [], unknown_statuses: [],
} // prettier-ignore

async function loadRows(
  ctx: Ctx,
  bringer: Bringer,
  {
    line,
    counts,
    errors,
  }: {
    line: RowsLine
    counts: { valid: number; duplicates: number }
    errors: KeptErrors
  },
): Promise<void> {
  await errors.add(line.errors)
  if (line.count === 0) return
  const added = await insertNew(ctx, bringer, line.columns)
  counts.valid += added
  if (added === line.count) return
  const conflicts = await listConflicts(ctx, bringer, line.columns)
  counts.duplicates += line.count - added - conflicts.length
  await errors.add(conflicts.flatMap(errorsOf))
}

/** The errors of one sheet: all are counted by their rows, and the first of them kept. */
class KeptErrors {
  rows = 0
  private kept = 0
  private lastRow = 0
  private readonly ctx: Ctx
  private readonly uploadId: string
  constructor(ctx: Ctx, uploadId: string) {
    this.ctx = ctx
    this.uploadId = uploadId
  }
  /** @param errors those of one row beside each other. */
  async add(errors: readonly RowError[]): Promise<void> {
    for (const { no } of errors) {
      if (no !== this.lastRow) this.rows += 1
      this.lastRow = no
    }
    const room = errors.slice(0, Math.max(0, limits.thirdPartyErrors - this.kept))
    await insertErrors(this.ctx, this.uploadId, { errors: room, from: this.kept })
    this.kept += room.length
  }
}

/** An error for each field in which a row contradicts the transaction that is there, with both values. */
function errorsOf({ rowNo, fileName, otherRow, now, was }: Conflict): RowError[] {
  return comparedFields.flatMap((column, at) => {
    if (now[at] === was[at]) return []
    const shown = (values: Conflict['now']) => wordsOf(column, values[at] ?? '', values[currencyAt] as Currency)
    const params = { other: shown(was), file: fileName, row: otherRow }
    return [{ no: rowNo, column, value: shown(now).slice(0, 200), reason: 'contradicts_known', params }]
  })
}

function wordsOf(column: (typeof comparedFields)[number], value: string, currency: Currency): string {
  if (value === '') return ''
  if (column === 'date') return timestampText(new Date(Number(value) * 1_000))
  return column === 'amount' || column === 'fee' ? decimalText(BigInt(value), currency) : value
}
