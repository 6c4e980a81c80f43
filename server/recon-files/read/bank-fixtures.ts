import { exactOf, exactText, sumOf, type Exact } from './exact.ts'

/** What each statement of some rows proves: `662.23 + 8 = 564.35 proven`. */
export function statementsOf(rows: readonly Record<string, string>[]): string[] {
  const groups = Map.groupBy(rows, ({ statement, account, currency }) => `${statement} ${account} ${currency}`)
  return [...groups.values()].map((lines) => {
    const opening = amountOf(lines.find(({ section }) => section === 'opening')?.['balance'])
    const closing = amountOf(lines.findLast(({ section }) => section === 'closing')?.['balance'])
    const entries = lines.filter(({ section }) => section === 'entry' || section === 'batch')
    const moved = sumOf(entries.map(({ amount }) => amountOf(amount) ?? 0n))
    const begin = `${opening === null ? '?' : exactText(opening)} + ${entries.length}`
    if (opening === null || closing === null) return `${begin} not stated`
    const short = closing - opening - moved
    return `${begin} = ${exactText(closing)} ${short === 0n ? 'proven' : `short by ${exactText(short)}`}`
  })
}
const amountOf = (text: string | undefined): Exact | null => exactOf(text ?? '')
