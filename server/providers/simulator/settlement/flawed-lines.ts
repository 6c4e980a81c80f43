import type { GivenFlaw } from './book.ts'
import { chanceOf, chargedOf, type SettledLine } from './line.ts'
import { chargesOf, termsOf } from './tariff.ts'
import type { FlawKind } from './records.ts'

interface Flawed {
  /** As the files have it. */
  shown: SettledLine[]
  /** By which the payout is made. */
  paid: SettledLine[]
  /** Left for the next day. */
  later: SettledLine[]
}

/** A day's lines with what was asked to be wrong with them. `name` chooses the line where none is named. */
export function flawedLines(lines: readonly SettledLine[], flaws: readonly GivenFlaw[], name: string): Flawed {
  const late = flaws.some(({ kind }) => kind === 'refund_next_day')
  const later = late ? lines.filter(({ type }) => type === 'refund') : []
  let shown = lines.filter((line) => !later.includes(line))
  let paid = shown
  for (const [nth, flaw] of flaws.entries()) {
    const change = changes[flaw.kind]
    if (!change) continue
    const chosen = chosenOf(shown, flaw, `${name} ${nth}`)
    const changed = shown.flatMap((line) => (chosen.has(line) ? change(line) : [line]))
    if (flaw.payout === 'follows')
      paid = paid === shown ? changed : paid.flatMap((line) => (chosen.has(line) ? change(line) : [line]))
    shown = changed
  }
  return { shown, paid, later }
}

/** The lines that a flaw is about: the one that it names, every payment whose fee is raised, else one by chance. */
function chosenOf(lines: readonly SettledLine[], { kind, reference }: GivenFlaw, name: string): Set<SettledLine> {
  if (reference !== undefined) return new Set(lines.filter(({ merchantRef }) => merchantRef === reference))
  const payments = lines.filter(({ type }) => type === 'payment')
  if (kind === 'fee_raised') return new Set(payments)
  const one = payments[Math.floor(chanceOf('flaw', name) * payments.length)]
  return new Set(one ? [one] : [])
}

const changes: Partial<Record<FlawKind, (line: SettledLine) => SettledLine[]>> = {
  row_missing: () => [],
  row_doubled: (line) => [line, line],
  off_by_one: (line) => [{ ...line, grossMinor: line.grossMinor - 1n, netMinor: line.netMinor - 1n }],
  other_currency(line) {
    const currency = line.netCurrency === 'USD' ? 'EUR' : 'USD'
    // The same figures, as if they were of the other currency.
    return [{ ...line, currency, netCurrency: currency, rate: '1', netMinor: line.grossMinor - chargedOf(line) }]
  },
  fee_raised: (line) => [withFee(line, line.feeMinor + raiseOf(line))],
}

/** Three tenths of a percent more than the tariff, and a minor unit at least. */
function raiseOf({ grossMinor, feeMinor }: SettledLine): bigint {
  const { feeMinor: raise } = chargesOf(grossMinor < 0n ? -grossMinor : grossMinor, { ...free, percent: '0.3' }, 0)
  return raise > 0n || feeMinor === 0n ? raise : 1n
}
const free = { percent: '0', minimumMinor: 0n, flatMinor: 0n, taxPercent: '0', passedOn: ['0'] }

function withFee(line: SettledLine, feeMinor: bigint): SettledLine {
  const { taxPercent } = termsOf(line.type, line)
  const { feeMinor: taxMinor } = chargesOf(feeMinor, { ...free, percent: taxPercent }, 0)
  const more = feeMinor + taxMinor - line.feeMinor - line.taxMinor
  return { ...line, feeMinor, taxMinor, netMinor: line.netMinor - more }
}

/** What a provider states anew: the fee of one line, a minor unit more. */
export function changedByRestatement(lines: readonly SettledLine[], name: string): SettledLine[] {
  const place = Math.floor(chanceOf('restated', name) * lines.length)
  return lines.map((line, nth) =>
    nth === place ? { ...line, feeMinor: line.feeMinor + 1n, netMinor: line.netMinor - 1n } : line,
  )
}
