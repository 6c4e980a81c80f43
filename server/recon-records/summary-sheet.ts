import type { Input } from '#contract/kit/call.ts'
import type { downloadReconSummary, ReconSummaryRow } from '#contract/recon-summaries.ts'
import { summaryAmounts, summaryCounts } from '#contract/recon-summaries.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { numberCell, textCell } from '#server/kit/files/cells.ts'
import { bytesOfSheet } from '#server/kit/files/file-of-sheet.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { wordsIn } from '#server/kit/http/export-words.ts'
import type { StoredFile } from '#server/kit/http/stored-file.ts'
import { summarise } from './summary.ts'

type Asked = Input<typeof downloadReconSummary>['body']
const amounts = [...Object.keys(summaryCounts), ...Object.keys(summaryAmounts)] as (keyof typeof summaryCounts | keyof typeof summaryAmounts)[] // prettier-ignore

/** A summary as a workbook, with titles in a language, or the names of the fields without one. */
export async function summaryFile(ctx: Ctx, asked: Asked, by: 'day' | 'provider'): Promise<StoredFile> {
  const rows = await summarise(ctx, asked, by)
  const words = wordsIn(asked.language ?? defaultLanguage)
  const title = (name: string) => (asked.language ? words('reconSummaryColumns', name) : name)
  const titles = [title(by === 'day' ? 'date' : 'key'), title('currency'), ...amounts.map(title)]
  const bytes = await bytesOfSheet(words('reconSummaryColumns', 'sheet'), titles, rows.map(cellsOf))
  return { prefix: 'recon-summary', format: 'xlsx', at: ctx.now, rows: rows.length, content: only(bytes) }
}
const cellsOf = (row: ReconSummaryRow) => [
  textCell(row.key),
  textCell(row.currency),
  ...amounts.map((name) => numberCell(String(row[name]))),
]

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
