import { limits } from '#contract/limits.ts'

/** An order as the model has it. */
export interface ModelOrder {
  quantity: number
  total: number
  /** Whether its units came from free ones. */
  limited: boolean
  status: 'created' | 'processing' | 'success' | 'expired' | 'cancelled'
  units: 'reserved' | 'sold' | 'released'
  inFlight: boolean
  returned: boolean
}
type Late = 'accept' | 'hold' | 'refund'

/** What is expected of one page, in plain numbers and without a database: for tests. Each act answers its reason, '' when done. */
export class PageModel {
  status: 'activated' | 'deactivated' | 'cancelled' = 'activated'
  readonly kept: { price: number; late: Late }[]
  price: number
  late: Late
  limited: boolean
  available: number
  reserved = 0
  sold = 0
  revenue = 0
  orders: ModelOrder[] = []

  constructor({ units, price }: { units: number | null; price: number }) {
    this.limited = units !== null
    this.available = units ?? 0
    this.price = price
    this.late = this.limited ? 'refund' : 'accept'
    this.kept = [{ price, late: this.late }]
  }

  order(quantity: number, seen: number): string {
    if (this.status !== 'activated') return 'PAGE_INACTIVE'
    if (seen !== this.price * quantity) return 'PAGE_CHANGED'
    if (this.limited && this.available < quantity) return 'PAGE_OUT_OF_STOCK'
    const untried = this.orders.filter(({ status }) => status === 'created')
    const held = untried.reduce((sum, order) => sum + order.quantity, quantity)
    if (this.limited && held > Math.max(limits.unitsHeld, Math.floor(this.available / limits.unitsHeldPart)))
      return 'TOO_MANY_UNITS_HELD'
    const { limited } = this
    if (limited) this.available -= quantity
    this.reserved += quantity
    const total = this.price * quantity
    this.orders.push({
      quantity,
      total,
      limited,
      status: 'created',
      units: 'reserved',
      inFlight: false,
      returned: false,
    })
    return ''
  }

  attempt(order: ModelOrder): string {
    if (!isOpen(order) || (this.status === 'cancelled' && !order.inFlight)) return 'INVALID_STATUS_TYPE'
    if (order.inFlight) return 'TRANSACTION_UNDER_REVIEW'
    Object.assign(order, { status: 'processing', inFlight: true })
    return ''
  }

  /** Money of an attempt, in time or late. Whether it became the merchant's. */
  money(order: ModelOrder): boolean {
    if (isOpen(order) && (this.status !== 'cancelled' || order.inFlight)) {
      Object.assign(order, { status: 'success', units: 'sold', inFlight: false })
      this.reserved -= order.quantity
      this.sold += order.quantity
      this.revenue += order.total
      return true
    }
    let wish = order.status !== 'success' && order.units === 'sold' ? 'accept' : this.late
    const mayBuy = order.units === 'released' && this.status !== 'cancelled' && (order.limited || wish === 'accept')
    if (mayBuy && (!this.limited || this.available >= order.quantity)) {
      if (this.limited) this.available -= order.quantity
      this.sold += order.quantity
      order.units = 'sold'
      wish = 'accept'
    }
    if (wish === 'accept') this.revenue += order.total
    return wish === 'accept'
  }

  giveUp(order: ModelOrder): string {
    if (!isOpen(order) || order.inFlight) return 'INVALID_STATUS_TYPE'
    this.#end(order, 'cancelled')
    return ''
  }

  /** So many minutes pass: five for an order without an attempt, fifteen after one that failed. */
  pass(minutes: number): void {
    for (const order of this.orders)
      if (isOpen(order) && !order.inFlight && minutes > (order.status === 'created' ? 5 : 15))
        this.#end(order, 'expired')
  }

  restock(change: number): string {
    if (!this.limited) return 'INVALID_STATUS_TYPE'
    if (this.available + change < 0) return 'PAGE_OUT_OF_STOCK'
    this.available += change
    return ''
  }

  giveBack(order: ModelOrder, units: number): string {
    if (units > order.quantity) return 'INVALID_REQUEST_DATA'
    if (order.units !== 'sold' || order.returned) return 'INVALID_STATUS_TYPE'
    order.returned = true
    this.sold -= units
    if (this.limited) this.available += units
    return ''
  }

  /** Gives the page a limit, or takes it away; the policy for late money follows unless it was chosen otherwise. */
  limit(units: number | null): string {
    if (this.status === 'cancelled') return 'INVALID_STATUS_TYPE'
    const usual = (limited: boolean): Late => (limited ? 'refund' : 'accept')
    if (this.late === usual(this.limited)) this.late = usual(units !== null)
    this.limited = units !== null
    this.available = units ?? 0
    return ''
  }

  edit(changes: { price?: number; late?: Late }): string {
    if (this.status === 'cancelled') return 'INVALID_STATUS_TYPE'
    Object.assign(this, changes)
    return ''
  }

  restore(): string {
    return this.edit(this.kept[0] ?? {})
  }

  move(status: PageModel['status']): string {
    if (this.status === 'cancelled') return 'INVALID_STATUS_TYPE'
    this.status = status
    return ''
  }

  #end(order: ModelOrder, status: 'expired' | 'cancelled'): void {
    Object.assign(order, { status, units: 'released' })
    this.reserved -= order.quantity
    if (order.limited && this.limited) this.available += order.quantity
  }
}

const isOpen = ({ status }: ModelOrder) => status === 'created' || status === 'processing'
