import type { Load } from './client.ts'
import { becomes } from './deployment.ts'
import { anyOf, type Merchant } from './intents.ts'
import { asMerchant, makeOrder, makePage, ordersEnd, readPage, type ShownPage } from './page-calls.ts'
import { actionOf, begin, cancel, decide } from './payers.ts'

/** A page whose orders have all expired behind an attempt, which its payer may still pay. */
export interface LatePage {
  page: ShownPage
  policy: Policy
  limited: boolean
  /** Units that are free when the money comes; all orders together want twice as many. */
  left: number
  /** Where the payers of its attempts pay. */
  payers: string[]
}
export const policies = ['accept', 'hold', 'refund'] as const
type Policy = (typeof policies)[number]

const unitMinor = 1_250n

/** Makes so many orders at a page, lets each begin an attempt that ends without money, and all of them expire. */
export async function expiredOrders(
  load: Load,
  merchant: Merchant,
  { count, policy, limited }: { count: number; policy: Policy; limited: boolean },
): Promise<LatePage> {
  const quantities = Array.from({ length: count }, (_, n) => 1 + (n % 3))
  const units = quantities.reduce((sum, quantity) => sum + quantity, 0)
  const stock = limited ? { stock: 'limited', stock_available: units } : {}
  const page = await makePage(load, merchant, { unitMinor, late_payment: policy, ...stock })
  const { page_ref: pageRef, version } = page
  const payers: string[] = []
  await atOnce(quantities, 3, async (quantity) => {
    const { answer, intent } = await makeOrder(load, { merchant, pageRef, version, unitMinor, quantity })
    if (answer?.status !== 200) throw new Error(`an order of ${quantity} was answered ${answer?.text}`)
    const attempted = await begin(load, intent, { method: 'VA_BANK_TRANSFER' })
    payers.push((await actionOf(load, attempted))['test_url'] ?? '')
    await cancel(load, attempted)
  })
  if (!(await ordersEnd(load, pageRef))) throw new Error(`orders of ${pageRef} do not end`)
  const gone = limited ? Math.ceil(units / 2) : 0
  const path = `/api/payment-pages/${pageRef}/stock`
  if (gone) await asMerchant(load, merchant, { method: 'POST', path, body: { change: -gone } })
  return { page, policy, limited, left: units - gone, payers }
}

/** All payers pay, many at once; resolves when each payment is known here. */
export async function moneyComes(load: Load, pages: readonly LatePage[]): Promise<void> {
  const payers = pages.flatMap((one) => one.payers)
  await atOnce(payers, 12, (payer) =>
    decide(payer, { act: 'approve', callbacks: anyOf(['', '', 'thrice', 'reversed']) }),
  )
  const refs = pages.map(({ page }) => page.page_ref)
  const isKnown = async () => {
    const rows = await load.deployment.sql(
      `select from payments where source_ref = any ($1) and status <> 'Success' limit 1`,
      [refs],
    )
    return rows.length === 0
  }
  if (!(await becomes(isKnown, 120_000))) throw new Error('money that came late is not known here')
}

interface Row {
  order_ref: string
  status: string
  units: string
  quantity: number
  amount: number
  paid: string
  late: boolean
  held: boolean
  refunded: number
  movements: string
}

/** What became of the orders and the money other than the page's policy says; empty when nothing did. */
export async function lateFindings(
  load: Load,
  merchant: Merchant,
  { page, policy, limited, left }: LatePage,
): Promise<string[]> {
  const { page_ref: pageRef } = page
  const rows = await load.deployment.sql<Row>(
    `select o.order_ref, o.status, o.units, o.quantity, o.amount_minor::int as amount, p.status as paid, p.late, p.held,
       p.refunded_minor::int as refunded,
       (select string_agg(m.movement, ',' order by m.movement) from stock_movements m where m.order_ref = o.order_ref) as movements
     from page_orders o join payments p on p.payable_ref = o.order_ref where o.page_ref = $1`,
    [pageRef],
  )
  const [stock] = await load.deployment.sql<Record<'available' | 'reserved' | 'sold', number>>(
    'select available::int, reserved::int, sold::int from page_stocks where page_ref = $1',
    [pageRef],
  )
  const shown = await readPage(load, merchant, pageRef)
  const bought = rows.filter(({ units }) => units === 'sold')
  const sold = bought.reduce((sum, { quantity }) => sum + quantity, 0)
  const free = limited ? left - sold : 0
  const isAccepted = (row: Row) => row.units === 'sold' || policy === 'accept'
  const revenue = rows.filter(isAccepted).reduce((sum, { amount }) => sum + amount, 0)
  const found = rows.flatMap((row) => {
    const buys = limited ? row.units === 'sold' : policy === 'accept'
    const wanted = ['expired', buys ? 'sold' : 'released', 'Success', true, !isAccepted(row)]
    const said = [row.status, row.units, row.paid, row.late, row.held]
    const back = !isAccepted(row) && policy === 'refund' ? row.amount : 0
    const moved = buys ? 'released,reserved,sold' : 'released,reserved'
    return [
      ...(said.join() === wanted.join() ? [] : [`${row.order_ref} is ${said.join()} in place of ${wanted.join()}`]),
      ...(row.refunded === back ? [] : [`of ${row.order_ref} ${row.refunded} went back in place of ${back}`]),
      ...(row.movements === moved ? [] : [`units of ${row.order_ref} were ${row.movements}`]),
      ...(limited && !buys && row.quantity <= free ? [`${row.order_ref} got none of ${free} free units`] : []),
    ]
  })
  if (limited && sold > left) found.push(`${sold} of ${left} units are sold`)
  const numbers = [stock?.available, stock?.reserved, stock?.sold, shown.units_sold, Math.round(shown.revenue * 100)]
  const wanted = [free, 0, sold, sold, revenue]
  if (numbers.join() !== wanted.join()) found.push(`the page has ${numbers.join()} in place of ${wanted.join()}`)
  return found
}

/** Does something with each of many, so many at a time. */
async function atOnce<T>(all: readonly T[], most: number, act: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...all]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next)
  }
  await Promise.all(Array.from({ length: most }, work))
}
