/** An exact fraction; the denominator is positive. */
interface Fraction {
  n: bigint
  d: bigint
}
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d })
const over = (a: Fraction, by: bigint): Fraction => ({ n: a.n, d: a.d * by })
const whole = (n: bigint): Fraction => ({ n, d: 1n })
/** The fraction that a decimal text names. */
function read(text: string): Fraction {
  const [before = '', after = ''] = text.split('.')
  return { n: BigInt(before + after), d: 10n ** BigInt(after.length) }
}
/** The nearest integer, of a half the larger one; none here is negative. */
function rounded({ n, d }: Fraction): bigint {
  const down = n / d
  return (n - down * d) * 2n >= d ? down + 1n : down
}

export interface ModelTax {
  category: string
  percent: string
}
export interface ModelInvoice {
  lines: readonly (ModelTax & { quantity: string; rate: string })[]
  /** `tax` null: it is spread over the groups of the lines. */
  costs: readonly { type: 'CHARGE' | 'DISCOUNT'; isPercent: boolean; amount: string; tax: ModelTax | null }[]
  /** Of the currency. */
  decimals: number
}

/** What an invoice comes to, with fractions and by the words of the specification: a second opinion without any code of the first. */
export function modelOf(invoice: ModelInvoice) {
  const { nets, subTotal, groups, charges, discounts } = beforeTax(invoice)
  if ([...groups.values()].some(({ taxable }) => taxable < 0n)) return 'group_below_zero'
  const tax = [...groups.values()].reduce((sum, group) => sum + taxOn(group), 0n)
  const amount = subTotal + charges - discounts + tax
  if (amount <= 0n) return 'not_positive'
  // Of fifteen digits at most.
  return amount < 10n ** 15n && subTotal < 10n ** 15n
    ? { nets, subTotal, charges, discounts, tax, amount }
    : 'too_large'
}

/** What crediting of lines comes to: of each group the part that they have in its net, and the tax on that. */
export function modelOfCredit(invoice: ModelInvoice, credited: readonly { line: number; quantity: string }[]): bigint {
  const { groups } = beforeTax(invoice)
  const gone = new Map<string, bigint>()
  for (const { line, quantity } of credited) {
    const { rate = '0', ...tax } = invoice.lines[line] ?? { category: '', percent: '0' }
    gone.set(keyOf(tax), (gone.get(keyOf(tax)) ?? 0n) + netOf({ quantity, rate }, invoice))
  }
  return [...gone].reduce((sum, [key, net]) => {
    const group = groups.get(key)
    if (!group || group.net === 0n) return sum
    const taxable = rounded({ n: group.taxable * net, d: group.net })
    return sum + taxable + taxOn({ ...group, taxable })
  }, 0n)
}

interface Group {
  percent: Fraction
  net: bigint
  taxable: bigint
}
const keyOf = ({ category, percent }: ModelTax) => `${category} ${Number(percent)}`
const minorOf = ({ decimals }: Pick<ModelInvoice, 'decimals'>) => whole(10n ** BigInt(decimals))
const netOf = ({ quantity, rate }: { quantity: string; rate: string }, of: Pick<ModelInvoice, 'decimals'>) =>
  rounded(times(times(read(quantity), read(rate)), minorOf(of)))
const taxOn = ({ taxable, percent }: Group) => rounded(over(times(whole(taxable), percent), 100n))

function beforeTax(invoice: ModelInvoice) {
  const { lines, costs } = invoice
  const nets = lines.map((line) => netOf(line, invoice))
  const subTotal = nets.reduce((sum, net) => sum + net, 0n)
  const groups = new Map<string, Group>()
  const groupOf = (tax: ModelTax) => {
    const found = groups.get(keyOf(tax)) ?? { percent: read(tax.percent), net: 0n, taxable: 0n }
    groups.set(keyOf(tax), found)
    return found
  }
  for (const [at, line] of lines.entries()) {
    const group = groupOf(line)
    group.net += nets[at] ?? 0n
    group.taxable = group.net
  }
  for (const { tax } of costs) if (tax) groupOf(tax)
  let [charges, discounts] = [0n, 0n]
  for (const { type, isPercent, amount, tax } of costs) {
    const one = isPercent
      ? rounded(over(times(whole(subTotal), read(amount)), 100n))
      : rounded(times(read(amount), minorOf(invoice)))
    if (type === 'CHARGE') charges += one
    else discounts += one
    const sign = type === 'CHARGE' ? 1n : -1n
    if (tax) groupOf(tax).taxable += sign * one
    else spread(one, [...groups.values()], subTotal, (group, share) => (group.taxable += sign * share))
  }
  return { nets, subTotal, groups, charges, discounts }
}

/** Floors first; then one each to the largest remainders, the first of equal ones. */
function spread<G extends { net: bigint }>(
  amount: bigint,
  groups: G[],
  sum: bigint,
  give: (to: G, share: bigint) => void,
): void {
  if (sum === 0n) return groups[0] && give(groups[0], amount)
  let left = amount
  for (const group of groups) {
    const share = (amount * group.net) / sum
    give(group, share)
    left -= share
  }
  const byRemainder = groups.toSorted((a, b) => Number(((amount * b.net) % sum) - ((amount * a.net) % sum)))
  for (const group of byRemainder.slice(0, Number(left))) give(group, 1n)
}
