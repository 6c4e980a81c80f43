import { createHash } from 'node:crypto'
import type { GivenFlaw } from './book.ts'
import { chanceOf, chargedOf, exponentOf, type SettledLine } from './line.ts'
import { chargesOf, termsOf } from './tariff.ts'
import type { FlawKind } from './records.ts'
import { dayOf } from './shapes/amounts.ts'

interface Flawed {
  /** As the files have it. */
  shown: SettledLine[]
  /** By which the payout is made. */
  paid: SettledLine[]
  /** Left for a later day. */
  later: { line: SettledLine; days: number }[]
}

/** A day's lines with what was asked to be wrong with them. `name` chooses the line where none is named. */
export function flawedLines(lines: readonly SettledLine[], flaws: readonly GivenFlaw[], name: string): Flawed {
  const later = flaws.flatMap((flaw, nth) => {
    const days = daysLater[flaw.kind]
    return days === undefined ? [] : [...chosenOf(lines, flaw, `${name} ${nth}`)].map((line) => ({ line, days }))
  })
  let shown = lines.filter((line) => !later.some((one) => one.line === line))
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
function chosenOf(lines: readonly SettledLine[], { kind, reference, day }: GivenFlaw, name: string): Set<SettledLine> {
  // Those of the day before came late already.
  if (kind === 'refund_next_day') return new Set(lines.filter(({ type, at }) => type === 'refund' && dayOf(at) === day))
  if (reference !== undefined) return new Set(lines.filter(({ merchantRef }) => merchantRef === reference))
  const payments = lines.filter(({ type }) => type === 'payment')
  if (kind === 'fee_raised') return new Set(payments)
  const one = payments[Math.floor(chanceOf('flaw', name) * payments.length)]
  return new Set(one ? [one] : [])
}

const daysLater: Partial<Record<FlawKind, number>> = { refund_next_day: 1, settled_late: 14 }

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
  tax_raised: (line) => [{ ...line, taxMinor: line.taxMinor + 1n, netMinor: line.netMinor - 1n }],
  row_unknown(line) {
    const name = nameOf(line)
    return [line, { ...line, id: name, paymentRef: `pay_${name}`, ref: name, merchantRef: name, paymentKey: name }]
  },
  references_lost: (line) => [{ ...line, ...nameless, id: nameOf(line), ref: nameOf(line) }],
  row_contradicted: (line) =>
    [1n, -1n].map((more, nth) => ({
      ...line,
      id: `${line.id}_${nth + 1}`,
      grossMinor: line.grossMinor + more,
      netMinor: line.netMinor + more,
    })),
  costs_added(line) {
    const costs = 5n * 10n ** BigInt(exponentOf(line.netCurrency))
    const free = { feeMinor: 0n, taxMinor: 0n, passedOnMinor: 0n, grossMinor: -costs, netMinor: -costs }
    const name = nameOf(line)
    return [
      line,
      { ...line, ...nameless, ...free, type: 'fee', id: name, ref: name, currency: line.netCurrency, rate: '1' },
    ]
  },
}
const nameless = { paymentRef: '', merchantRef: '', paymentKey: '' }
/** A name that says nothing of the line, the same each time. */
const nameOf = ({ id }: SettledLine): string => createHash('sha256').update(id).digest('hex').slice(0, 16)

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
