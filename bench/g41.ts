import { ask, inTurn, type Took } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { biggest, fillSales, movementCount, sold } from './remittance-volume.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'

export const title = `G41 p95 of settlements, of the items of one with a tenth of ${sold.count.toLocaleString('en')} payments, and of a reserve's statement of ${movementCount.toLocaleString('en')} rows, at any depth, against their first page`

const turns = Number(process.env['TURNS'] ?? 40)
const size = 50

/** Pages by number and by the cursor of the page before, as the console turns them. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const merchantId = await fillSales(ownerUrl)
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const { url } = api.ready
    const session = await signIn(url, sold.slug)
    const lines: Line[] = []
    for (const [name, { path, body = {} }] of Object.entries(lists(merchantId))) {
      const page = async (more: object): Promise<Page> => {
        const found = await ask<Page>(url, session, path, { pagesize: size, ...body, ...more })
        if (found.content.length === 0) throw new Error(`nothing at ${path}: ${JSON.stringify(more)}`)
        return found
      }
      const deep = deepest(await page({}))
      const middle = (await page({ page: deep })).next_cursor
      const last = { sorting_data: [{ column: name.startsWith('items') ? 'at' : 'created_at', order: 'asc' }] }
      const asked: Record<string, () => Promise<Page>> = {
        first: () => page({}),
        [`page ${deep}`]: () => page({ page: deep }),
        'after that, by its cursor': () => page({ cursor: middle }),
        last: () => page(last),
      }
      const took = await interleave<string, Took>(
        Object.fromEntries(Object.entries(asked).map(([depth, once]) => [depth, () => inTurn(turns, once)])),
        rounds,
      )
      const { first = [], ...others } = took
      lines.push({ what: `${name}, first page`, value: `${p95(first).toFixed(1)} ms` })
      for (const [depth, results] of Object.entries(others)) {
        const ratio = ratioOf(results, first, ({ p95Ms }) => p95Ms)
        lines.push({
          what: `${name}, ${depth}`,
          value: `${p95(results).toFixed(1)} ms = ${ratio.toFixed(2)}`,
          goal: { measured: ratio, goal: 1.5, better: 'less' },
        })
      }
    }
    return lines
  } finally {
    await api.stop()
  }
}

interface Page {
  content: object[]
  next_cursor: string | null
  total_elements: number
}
const p95 = (results: readonly Took[]) => median(results.map(({ p95Ms }) => p95Ms))
/** The page in the middle of what is counted, which is at most some thousands. */
const deepest = ({ total_elements: rows }: Page) => Math.max(2, Math.floor(rows / size / 2))

/** The first page of all settlements has the open ones, which are estimated, so it is slower than that of one state. */
const lists = (merchantId: string): Record<string, { path: string; body?: object }> => ({
  settlements: { path: '/merchants/cross-border/settlement/remittance' },
  'settlements, remitted': {
    path: '/merchants/cross-border/settlement/remittance',
    body: { filters: { status: 'Remitted' } },
  },
  'settlements, of a currency': {
    path: '/merchants/cross-border/settlement/remittance',
    body: { filters: { status: 'Remitted', source_currency: 'THB' } },
  },
  items: { path: `/api/remittances/${biggest.ref}/items` },
  'items, payments': { path: `/api/remittances/${biggest.ref}/items`, body: { filters: { kind: 'payment' } } },
  statement: { path: `/merchants/${merchantId}/cross-border/reserve/statement` },
  'statement, debits': {
    path: `/merchants/${merchantId}/cross-border/reserve/statement`,
    body: { filters: { txn_type: 'DEBIT' } },
  },
  tranches: { path: '/api/remittances/reserve/tranches' },
})
