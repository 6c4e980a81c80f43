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
/** What the operator adds, or below zero takes. */
export interface ModelAdjustment {
  ref: string
  amount: Fraction
  madeAt: number
}
export interface ModelTerms {
  sourceDecimals: number
  reserve:
    | { kind: 'none' }
    | { kind: 'rolling'; percent: string; days: number }
    | { kind: 'fixed'; percent: string; target: Fraction; until: string | null }
  transferFee: Fraction
  minimum: Fraction
  markup: string
}
export interface ModelBooks {
  sales: readonly ModelSale[]
  refunds: readonly ModelRefund[]
  adjustments: readonly ModelAdjustment[]
}
/** The four of the source, and what they are in the base currency. */
interface Four {
  total: Fraction
  fee: Fraction
  withheld: Fraction
  refunded: Fraction
}
export interface ModelRow extends Four {
  payments: number
  refunds: number
  inBase: Four
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
}
interface Moves {
  credit: Fraction
  debit: Fraction
  transferFee: Fraction
  held: Held[]
}

const zero = fraction(0n)
const sum = (all: readonly Fraction[]): Fraction => all.reduce(plus, zero)
const netOf = ({ total, fee, withheld, refunded }: Four): Fraction =>
  minus(minus(minus(total, fee), withheld), refunded)
const percentOf = (amount: Fraction, percent: string): Fraction => by(by(amount, ofText(percent)), fraction(1n, 100n))

/** What the periods of one merchant and currency come to, one cut after the other. The base currency has two decimals. */
export function modelOf(terms: ModelTerms) {
  const taken = new Set<string>()
  const back = new Set<string>()
  const sent = new Set<string>()
  let held: Held[] = []
  /** Fees of attempts beyond a settlement's first that no settlement has borne. */
  let owed = zero
  const withheldOf = ({ withheld, amount, fee }: ModelSale): Fraction =>
    withheld
      ? rounded(percentOf(withheld.on === 'amount' ? amount : fee, withheld.percent), terms.sourceDecimals)
      : zero

  return {
    held: () => sum(held.map(({ left }) => left)),

    /** An attempt to send a settlement has ended. */
    attempted(ref: string): void {
      if (sent.has(ref)) owed = plus(owed, terms.transferFee)
      sent.add(ref)
    },

    /** What of a settlement is sent at a reference rate, in a currency without decimals, and what changing it has cost. */
    changed(net: Fraction, reference: Fraction): { applied: Fraction; arrives: Fraction; cost: Fraction } {
      const applied = rounded(minus(reference, percentOf(reference, terms.markup)), 10)
      const arrives = rounded(by(net, applied), 0)
      return { applied, arrives, cost: minus(rounded(by(net, reference), 0), arrives) }
    },

    cut(
      { sales, refunds, adjustments }: ModelBooks,
      { at, day, rate }: { at: number; day: string; rate: Fraction },
    ): ModelRow | 'empty' | 'below_minimum' | 'beyond_reserve' {
      const own = sales.filter(({ ref, settledAt }) => settledAt !== null && settledAt < at && !taken.has(ref))
      const isIn = (ref: string) => taken.has(ref) || own.some((sale) => sale.ref === ref)
      const given = refunds.filter(
        ({ ref, of, askedAt, failedAt }) => askedAt < at && failedAt === null && !taken.has(ref) && isIn(of),
      )
      const returned = refunds.filter(({ ref, failedAt }) => failedAt !== null && taken.has(ref) && !back.has(ref))
      const adjusted = adjustments.filter(({ ref, madeAt }) => madeAt < at && !taken.has(ref))
      if (own.length + given.length + returned.length + adjusted.length === 0) return 'empty'

      const four: Four = {
        total: sum([...own, ...adjusted].map(({ amount }) => amount)),
        fee: sum(own.map(({ fee }) => fee)),
        withheld: sum(own.map(withheldOf)),
        refunded: minus(sum(given.map(({ amount }) => amount)), sum(returned.map(({ amount }) => amount))),
      }
      const inBase = (amount: Fraction) => rounded(by(amount, rate), 2)
      const fourInBase: Four = {
        total: inBase(four.total),
        fee: inBase(four.fee),
        withheld: inBase(four.withheld),
        refunded: inBase(four.refunded),
      }
      const netSource = inBase(netOf(four))
      const moves = isBelow(netSource, zero)
        ? usedOf(held, minus(zero, netSource))
        : movesOf(terms, { own, held, day, netSource, inBase, fee: plus(terms.transferFee, owed) })
      if (!moves) return 'beyond_reserve'
      const net = minus(plus(minus(netSource, moves.credit), moves.debit), moves.transferFee)
      if (!isBelow(netSource, zero) && (isBelow(net, terms.minimum) || isBelow(net, zero))) return 'below_minimum'

      for (const { ref } of [...own, ...given, ...adjusted]) taken.add(ref)
      for (const { ref } of returned) back.add(ref)
      held = moves.held.filter(({ left }) => left.over !== 0n)
      if (!isBelow(netSource, zero)) owed = zero
      return {
        ...four,
        payments: own.length,
        refunds: given.length + returned.length,
        inBase: fourInBase,
        netSource,
        rounding: minus(netSource, netOf(fourInBase)),
        credit: moves.credit,
        debit: moves.debit,
        transferFee: moves.transferFee,
        net,
      }
    },
  }
}

/** What is taken from the oldest on; null where it is not there. */
function usedOf(held: readonly Held[], wanted: Fraction): Moves | null {
  if (isBelow(sum(held.map(({ left }) => left)), wanted)) return null
  let lacks = wanted
  const rest = held.map(({ left, releaseOn }) => {
    const part = isBelow(left, lacks) ? left : lacks
    lacks = minus(lacks, part)
    return { left: minus(left, part), releaseOn }
  })
  return { credit: zero, debit: wanted, transferFee: zero, held: rest }
}

interface Cutting {
  own: readonly ModelSale[]
  held: readonly Held[]
  day: string
  netSource: Fraction
  inBase(amount: Fraction): Fraction
  fee: Fraction
}
function movesOf(terms: ModelTerms, { held, day, fee, ...cutting }: Cutting): Moves {
  const until = terms.reserve.kind === 'fixed' ? terms.reserve.until : null
  const isFree = ({ releaseOn }: Held) => (releaseOn ?? until ?? '9999') <= day
  const more = holds(terms.reserve, { held, ...cutting })
  return {
    credit: sum(more.map(({ left }) => left)),
    debit: sum(held.filter(isFree).map(({ left }) => left)),
    transferFee: fee,
    held: [...held.filter((one) => !isFree(one)), ...more],
  }
}

function holds(
  reserve: ModelTerms['reserve'],
  { own, held, netSource, inBase }: Pick<Cutting, 'own' | 'held' | 'netSource' | 'inBase'>,
): Held[] {
  if (reserve.kind === 'none') return []
  if (reserve.kind === 'fixed') {
    const there = sum(held.map(({ left }) => left))
    const lacks = isBelow(there, reserve.target) ? minus(reserve.target, there) : zero
    const wanted = rounded(percentOf(netSource, reserve.percent), 2)
    return [{ left: isBelow(wanted, lacks) ? wanted : lacks, releaseOn: null }]
  }
  const days = [...new Set(own.map(({ soldOn }) => soldOn))].toSorted()
  return days.map((soldOn) => {
    const sold = inBase(sum(own.filter((sale) => sale.soldOn === soldOn).map(({ amount }) => amount)))
    const release = new Date(`${soldOn}T00:00:00Z`)
    release.setUTCDate(release.getUTCDate() + reserve.days)
    return { left: rounded(percentOf(sold, reserve.percent), 2), releaseOn: release.toISOString().slice(0, 10) }
  })
}
