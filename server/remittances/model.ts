/**
 * Settlements of sales abroad in rational numbers, by the words of `docs/remittances.md` and none of the code that it judges: for tests.
 * Amounts are exact fractions of major units; what is rounded says so.
 */
export interface Fraction {
  over: bigint
  under: bigint
}
export const fraction = (over: bigint, under = 1n): Fraction => ({ over, under })
export const ofText = (text: string): Fraction => {
  const [whole = '0', decimals = ''] = text.split('.')
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
}
const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under + b.over * a.under, a.under * b.under)
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, fraction(-b.over, b.under))
export const by = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under)
const isBelow = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under

/** To so many decimals: the nearer of the two neighbours, and of two as near the one whose last digit is even. */
export function rounded(a: Fraction, decimals: number): Fraction {
  const unit = 10n ** BigInt(decimals)
  const scaled = by(a, fraction(unit))
  let low = scaled.over / scaled.under
  if (isBelow(scaled, fraction(low))) low -= 1n
  const [below, above] = [minus(scaled, fraction(low)), minus(fraction(low + 1n), scaled)]
  const isLow = isBelow(below, above) || (!isBelow(above, below) && low % 2n === 0n)
  return fraction(isLow ? low : low + 1n, unit)
}
export function minor(a: Fraction, decimals: number): bigint {
  const scaled = by(a, fraction(10n ** BigInt(decimals)))
  if (scaled.over % scaled.under !== 0n) throw new Error('not a whole number of minor units')
  return scaled.over / scaled.under
}

export interface ModelSale {
  ref: string
  amount: Fraction
  fee: Fraction
  withheld: { percent: string; on: 'amount' | 'fee' } | null
  soldOn: string
  settledAt: number | null
}
export interface ModelRefund {
  ref: string
  of: string
  amount: Fraction
  askedAt: number
  failedAt: number | null
}
export interface ModelTerms {
  sourceDecimals: number
  reserve:
    | { kind: 'none' }
    | { kind: 'rolling'; percent: string; days: number }
    | { kind: 'fixed'; percent: string; target: Fraction }
  transferFee: Fraction
  minimum: Fraction
}
export interface ModelRow {
  total: Fraction
  fee: Fraction
  withheld: Fraction
  refunded: Fraction
  netSource: Fraction
  rounding: Fraction
  credit: Fraction
  debit: Fraction
  transferFee: Fraction
  net: Fraction
}
interface Held {
  left: Fraction
  releaseOn: string | null
  soldOn: string
  cutAt: number
}

const zero = fraction(0n)
const sum = (all: readonly Fraction[]): Fraction => all.reduce(plus, zero)

/** What the periods of one merchant and currency come to, one cut after the other. The base currency has two decimals. */
export function modelOf(terms: ModelTerms) {
  const taken = new Set<string>()
  const back = new Set<string>()
  let held: Held[] = []
  return {
    held: () => sum(held.map(({ left }) => left)),
    cut(sales: readonly ModelSale[], refunds: readonly ModelRefund[], { at, day, rate }: { at: number; day: string; rate: Fraction }): ModelRow | 'empty' | 'below_minimum' | 'beyond_reserve' {
      const own = sales.filter(({ ref, settledAt }) => settledAt !== null && settledAt < at && !taken.has(ref))
      const isIn = (ref: string) => taken.has(ref) || own.some((sale) => sale.ref === ref)
      const given = refunds.filter(({ ref, of, askedAt, failedAt }) => askedAt < at && failedAt === null && !taken.has(ref) && isIn(of))
      const returned = refunds.filter(({ ref, failedAt }) => failedAt !== null && taken.has(ref) && !back.has(ref))
      if (own.length + given.length + returned.length === 0) return 'empty'
      const total = sum(own.map(({ amount }) => amount))
      const fee = sum(own.map((sale) => sale.fee))
      const withheld = sum(own.map((sale) => (sale.withheld ? rounded(by(sale.withheld.on === 'amount' ? sale.amount : sale.fee, by(ofText(sale.withheld.percent), fraction(1n, 100n))), terms.sourceDecimals) : zero)))
      const refunded = minus(sum(given.map(({ amount }) => amount)), sum(returned.map(({ amount }) => amount)))
      const net = minus(minus(minus(total, fee), withheld), refunded)
      const inBase = (amount: Fraction) => rounded(by(amount, rate), 2)
      const netSource = inBase(net)
      const rounding = minus(netSource, minus(minus(minus(inBase(total), inBase(fee)), inBase(withheld)), inBase(refunded)))
      const reserved = sum(held.map(({ left }) => left))
      const row = { total, fee, withheld, refunded, netSource, rounding }
      let moves: { credit: Fraction; debit: Fraction; transferFee: Fraction; more: Held[]; rest: Held[] }
      if (isBelow(netSource, zero)) {
        let wanted = minus(zero, netSource)
        if (isBelow(reserved, wanted)) return 'beyond_reserve'
        const debit = wanted
        const rest = held.map((one) => {
          const part = isBelow(one.left, wanted) ? one.left : wanted
          wanted = minus(wanted, part)
          return { ...one, left: minus(one.left, part) }
        })
        moves = { credit: zero, debit, transferFee: zero, more: [], rest }
      } else {
        const more = holds(terms, own, { day, at, netSource, reserved, inBase })
        const isFree = ({ releaseOn }: Held) => releaseOn !== null && releaseOn <= day
        const debit = sum(held.filter(isFree).map(({ left }) => left))
        moves = { credit: sum(more.map(({ left }) => left)), debit, transferFee: terms.transferFee, more, rest: held.map((one) => (isFree(one) ? { ...one, left: zero } : one)) }
      }
      const sent = minus(plus(minus(netSource, moves.credit), moves.debit), moves.transferFee)
      if (!isBelow(netSource, zero) && (isBelow(sent, terms.minimum) || isBelow(sent, zero))) return 'below_minimum'
      for (const { ref } of [...own, ...given]) taken.add(ref)
      for (const { ref } of returned) back.add(ref)
      held = [...moves.rest, ...moves.more].filter(({ left }) => left.over !== 0n)
      return { ...row, credit: moves.credit, debit: moves.debit, transferFee: moves.transferFee, net: sent }
    },
  }
} // prettier-ignore

function holds(
  { reserve }: ModelTerms,
  sales: readonly ModelSale[],
  {
    day: _day,
    at,
    netSource,
    reserved,
    inBase,
  }: { day: string; at: number; netSource: Fraction; reserved: Fraction; inBase(amount: Fraction): Fraction },
): Held[] {
  if (reserve.kind === 'none') return []
  const share = by(ofText(reserve.percent), fraction(1n, 100n))
  if (reserve.kind === 'fixed') {
    const lacks = isBelow(reserved, reserve.target) ? minus(reserve.target, reserved) : zero
    const wanted = rounded(by(netSource, share), 2)
    const left = isBelow(wanted, lacks) ? wanted : lacks
    return left.over === 0n ? [] : [{ left, releaseOn: null, soldOn: '', cutAt: at }]
  }
  const days = [...new Set(sales.map(({ soldOn }) => soldOn))].toSorted()
  return days.flatMap((soldOn) => {
    const sold = inBase(sum(sales.filter((sale) => sale.soldOn === soldOn).map(({ amount }) => amount)))
    const left = rounded(by(sold, share), 2)
    const release = new Date(`${soldOn}T00:00:00Z`)
    release.setUTCDate(release.getUTCDate() + reserve.days)
    return left.over === 0n ? [] : [{ left, releaseOn: release.toISOString().slice(0, 10), soldOn, cutAt: at }]
  })
}
