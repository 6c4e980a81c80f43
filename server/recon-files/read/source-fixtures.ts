import type { SourceHints, SourceRow } from './source-rows.ts'
import { cellText } from './amounts.ts'

type Source = (text: AsyncIterable<string>, hints: SourceHints) => AsyncGenerator<SourceRow[]>

/** What a source makes of a text that comes in pieces: its rows, each by its titles and without what is empty. */
export async function rowsOf(
  source: Source,
  text: string,
  { size = text.length || 1, ...hints }: SourceHints & { size?: number } = {},
): Promise<Record<string, string>[]> {
  async function* pieces(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const rows: SourceRow[] = []
  for await (const some of source(pieces(), hints)) rows.push(...some)
  const titles = rows[0]?.cells.map(cellText) ?? []
  return rows
    .slice(1)
    .map(({ cells }) =>
      Object.fromEntries(
        cells.flatMap((cell, at) => (cellText(cell) === '' ? [] : [[titles[at] ?? `?${at}`, cellText(cell)] as const])),
      ),
    )
}
/** The reason for which a source refuses a text. */
export const refusalOf = async (source: Source, text: string, hints: SourceHints = {}): Promise<unknown> => {
  try {
    return await rowsOf(source, text, hints)
  } catch (error) {
    return (error as { reason?: string }).reason ?? error
  }
}
