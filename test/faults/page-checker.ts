import type { Buyer } from './page-shop.ts'
import type { ProviderPayment } from './witness.ts'

/** What is known of one page when all is over: its rows, the provider's file, and what its people were told. */
export interface PageEvidence {
  /** Units that the merchant was told are stocked. */
  stocked: number
  buyers: readonly Buyer[]
  /** As the merchant's console shows them. */
  shown: { units_sold: number; revenue: number }
  stock: Record<'stocked' | 'available' | 'reserved' | 'sold', bigint>
  orders: OrderRow[]
  movements: { order_ref: string; movement: string; units: bigint }[]
  payments: { order_ref: string; page_order_ref: string; status: string; late: boolean; amount_minor: bigint }[]
  /** What the ledger has as captured of these payments, in minor units. */
  booked: { object_ref: string; receivable: bigint }[]
  witness: ProviderPayment[]
}
export interface OrderRow {
  order_ref: string
  status: string
  quantity: number
  amount_minor: bigint
  units: string
}
export interface PageFinding {
  rule: PageRule
  detail: string
}
export type PageRule = keyof typeof rules

/** Holds the witnesses of a page against each other. None is tolerated. */
export const checkPage = (evidence: PageEvidence): PageFinding[] =>
  Object.entries(rules).flatMap(([rule, find]) => find(evidence).map((detail) => ({ rule: rule as PageRule, detail })))

type Find = (evidence: PageEvidence) => string[]
const rules = {
  'no more is sold than was stocked': (evidence) => {
    const sold = soldUnits(evidence)
    return sold <= evidence.stocked ? [] : [`${sold} of ${evidence.stocked} units are sold`]
  },

  'what is stocked is what the merchant stocked': ({ stock, stocked, movements }) => {
    const moved = unitsOf(movements.filter(({ movement }) => movement === 'stocked'))
    return [
      ...(Number(stock.stocked) === stocked ? [] : [`${stock.stocked} are stocked in place of ${stocked}`]),
      ...(moved === stocked ? [] : [`${moved} units were moved to the stock in place of ${stocked}`]),
    ]
  },

  'no number is negative, and together they are what is stocked': ({ stock }) => {
    const { stocked, available, reserved, sold } = stock
    const right = [available, reserved, sold].every((units) => units >= 0n) && stocked === available + reserved + sold
    return right ? [] : [`${stocked} are ${available} free, ${reserved} held and ${sold} sold`]
  },

  'nothing is held when all is over': ({ stock, orders }) => [
    ...(stock.reserved === 0n ? [] : [`${stock.reserved} units are held`]),
    ...orders
      .filter(({ status, units }) => units === 'reserved' || status === 'created' || status === 'processing')
      .map(({ order_ref, status, units }) => `${order_ref} is ${status} with units ${units}`),
  ],

  'each order moves its units once in each way, and to one end': ({ orders, movements }) => {
    const moves = Map.groupBy(movements, ({ order_ref }) => order_ref)
    return orders.flatMap(({ order_ref, status, quantity }) => {
      const own = moves.get(order_ref) ?? []
      const names = own.map(({ movement }) => movement).toSorted()
      const right = status === 'success' ? 'reserved,sold' : 'released,reserved'
      const whole = own.every(({ units }) => Number(units) === quantity)
      return names.join() === right && whole ? [] : [`${order_ref} is ${status} and was ${names.join()}`]
    })
  },

  'nothing is left over while somebody was refused': ({ stock, buyers }) =>
    buyers
      .filter(({ end, quantity }) => end === 'refused' && quantity <= Number(stock.available))
      .map(({ quantity }) => `${quantity} units were refused, and ${stock.available} are free`),

  'an attempt that began in time pays its order, and it alone': (evidence) => {
    const taken = takenPayments(evidence)
    return [
      ...evidence.payments.filter(({ late }) => late).map(({ order_ref }) => `${order_ref} came late`),
      ...evidence.orders.flatMap(({ order_ref, status, amount_minor }) => {
        const paid = evidence.payments.filter((each) => each.page_order_ref === order_ref && taken.has(each.order_ref))
        const wanted = status === 'success' ? amount_minor : 0n
        const sum = paid.reduce((all, each) => all + (taken.get(each.order_ref) ?? 0n), 0n)
        return sum === wanted ? [] : [`${order_ref} is ${status}, and the provider took ${sum} for it`]
      }),
    ]
  },

  'who was told of an order has it, paid or not': ({ buyers, orders }) => {
    const known = new Map(orders.map((order) => [order.order_ref, order]))
    return buyers.flatMap(({ end, orderRef }) => {
      const status = known.get(orderRef)?.status ?? 'absent'
      const wanted: readonly string[] = ends[end]
      return wanted.includes(status) ? [] : [`a buyer is ${end} and the order ${orderRef} ${status}`]
    })
  },

  'units and revenue are the same on the page, in the ledger and at the provider': (evidence) => {
    const { shown, booked, stock } = evidence
    const taken = [...takenPayments(evidence).values()].reduce((all, each) => all + each, 0n)
    const ledger = booked.reduce((all, { receivable }) => all + receivable, 0n)
    const revenue = BigInt(Math.round(shown.revenue * 100))
    const sold = soldUnits(evidence)
    return [
      ...(revenue === taken && ledger === taken
        ? []
        : [`${revenue} are shown, ${ledger} booked and ${taken} taken by the provider`]),
      ...(shown.units_sold === sold && Number(stock.sold) === sold
        ? []
        : [
            `${shown.units_sold} units are shown as sold, ${stock.sold} kept as sold and ${sold} were ordered and paid`,
          ]),
    ]
  },
} satisfies Record<string, Find>

/** The states of an order by what its buyer was told; who had no answer in time may have either. */
const ends: Record<Buyer['end'], readonly string[]> = {
  paid: ['success'],
  gone: ['expired', 'cancelled'],
  refused: ['absent'],
  unknown: ['absent', 'success', 'expired', 'cancelled'],
}

/** Units of the orders that the provider took money for. */
function soldUnits(evidence: PageEvidence): number {
  const taken = takenPayments(evidence)
  const paid = new Set(
    evidence.payments.filter(({ order_ref }) => taken.has(order_ref)).map(({ page_order_ref }) => page_order_ref),
  )
  return evidence.orders.reduce((sum, { order_ref, quantity }) => sum + (paid.has(order_ref) ? quantity : 0), 0)
}

/** What the provider took for this page, by the payment that it was taken for. */
function takenPayments({ payments, witness }: PageEvidence): Map<string, bigint> {
  const own = new Set(payments.map(({ order_ref }) => order_ref))
  return new Map(
    witness
      .filter(({ key, status }) => own.has(key) && status === 'captured')
      .map(({ key, amountMinor }) => [key, amountMinor]),
  )
}
const unitsOf = (movements: PageEvidence['movements']) => movements.reduce((sum, { units }) => sum + Number(units), 0)
