import { exponentOf } from '#contract/iso-currencies.ts'
import { recordTypes } from '#contract/recon-records.ts'
import type { RecordType } from '#contract/recon-records.ts'
import type { Reading } from '../layout.ts'
import { netOf } from './arithmetic.ts'
import { exactOfMinor, roundHalfEven, sumOf } from './exact.ts'
import type { Exact } from './exact.ts'
import type { Proof, ProofPart, ReadRecord } from './read-row.ts'
import type { StatedFigure } from './stated.ts'

/** What the lines of one batch, account and currency add up to. */
interface Totals {
  batch: string
  account: string
  currency: string
  /** Per type how many, and their net. */
  parts: Map<RecordType, { count: number; net: Exact }>
  credits: Exact
  debits: Exact
  feeCredits: Exact
  feeDebits: Exact
}

/** Adds up the lines of a file, and holds what they make against what the file states. */
export class Proofs {
  readonly #totals = new Map<string, Totals>()
  #last: Totals | null = null
  readonly #per: Reading['ratePer']
  readonly #proof: NonNullable<Reading['proof']>
  constructor(reading: Reading) {
    this.#per = reading.ratePer
    this.#proof = reading.proof ?? {}
  }

  add(record: ReadRecord): void {
    const totals = this.#of(record)
    let part = totals.parts.get(record.type)
    if (!part) totals.parts.set(record.type, (part = { count: 0, net: 0n }))
    part.count += 1
    part.net += netOf(record, this.#per) ?? 0n
    const gross = record.gross ?? 0n
    if (gross > 0n) totals.credits += gross
    else totals.debits -= gross
    const charged = record.fee + record.tax + record.passedOn
    if (charged > 0n) totals.feeDebits += charged
    else totals.feeCredits -= charged
  }

  #of({ batch, account, netCurrency }: ReadRecord): Totals {
    const last = this.#last
    // The lines of a batch mostly follow each other.
    if (last?.batch === batch && last.account === account && last.currency === netCurrency) return last
    const key = `${batch}\u001f${account}\u001f${netCurrency}`
    const found = this.#totals.get(key)
    if (found) return (this.#last = found)
    const made = { ...nothing(), batch, account, currency: netCurrency }
    this.#totals.set(key, made)
    return (this.#last = made)
  }

  /** All proofs of the file; a currency that nothing is stated about has one that says so. */
  made(all: readonly StatedFigure[], running: readonly Proof[]): Proof[] {
    // A footer of the only section is repeated by that of the report.
    const stated = [...new Map(all.map((one) => [Object.values(one).join('\u001f'), one])).values()]
    const proofs = [
      ...(this.#proof.payout ? [...this.#totals.values()].map(payoutProof) : []),
      ...this.#balances(stated),
      ...this.#figures(stated),
      ...running,
    ]
    const shown = new Set(proofs.map(({ currency }) => currency))
    const rest = [...Map.groupBy(this.#totals.values(), ({ currency }) => currency).values()]
    return [...proofs, ...rest.filter(([one]) => one && !shown.has(one.currency)).map((all) => unstated(together(all)))]
  }

  /** An opening and a closing of one name, batch, account and currency, with all that moved between them. */
  #balances(stated: readonly StatedFigure[]): Proof[] {
    const balances = stated.filter(({ what }) => what === 'opening' || what === 'closing')
    const groups = Map.groupBy(balances, (one) => [one.name, one.batch, one.account, one.currency].join('\u001f'))
    return [...groups.values()].flatMap((group) => {
      const [first] = group
      if (!first) return []
      const opening = group.find(({ what }) => what === 'opening')
      const closing = group.findLast(({ what }) => what === 'closing')
      const totals = this.#matching(first)
      const parts: ProofPart[] = opening ? [{ what: 'opening', count: 1, amount: opening.amount }] : []
      const base = { ...proofOf('balance', totals, first), parts: [...parts, ...partsOf(totals)] }
      if (!opening || !closing) return [{ ...base, stated: closing?.amount ?? null }]
      return [judged(base, opening.amount + base.computed, closing.amount)]
    })
  }

  /** Counts and sums that the file states. */
  #figures(stated: readonly StatedFigure[]): Proof[] {
    return stated.flatMap((figure) => {
      if (figure.what === 'opening' || figure.what === 'closing') return []
      const totals = this.#matching(figure)
      const base = proofOf('footer', totals, { ...figure, name: figure.what })
      return [judged(base, computedOf(figure.what, totals), figure.amount)]
    })
  }

  /** The totals of what a figure is about: what it does not name it is not about. */
  #matching({ batch, account, currency }: StatedFigure): Totals {
    return together(
      [...this.#totals.values()].filter(
        (one) =>
          (batch === '' || one.batch === batch) &&
          (account === '' || one.account === account) &&
          (currency === '' || one.currency === currency),
      ),
    )
  }
}

const nothing = (): Totals => ({
  batch: '', account: '', currency: '', parts: new Map(), credits: 0n, debits: 0n, feeCredits: 0n, feeDebits: 0n,
}) // prettier-ignore
function together(all: readonly Totals[]): Totals {
  const sum = { ...nothing(), currency: all[0]?.currency ?? '' }
  for (const one of all) {
    for (const [type, { count, net }] of one.parts) {
      const part = sum.parts.get(type) ?? { count: 0, net: 0n }
      sum.parts.set(type, { count: part.count + count, net: part.net + net })
    }
    sum.credits += one.credits
    sum.debits += one.debits
    sum.feeCredits += one.feeCredits
    sum.feeDebits += one.feeDebits
  }
  return sum
}

const partsOf = ({ parts }: Totals): ProofPart[] =>
  recordTypes.flatMap((what) => {
    const part = parts.get(what)
    return part ? [{ what, count: part.count, amount: part.net }] : []
  })
const totalOf = (parts: readonly ProofPart[]): Exact => sumOf(parts.map(({ amount }) => amount))
const countOf = (parts: readonly ProofPart[]): number => parts.reduce((sum, { count }) => sum + count, 0)

/** The net of a batch's lines against its payout. Lines without a batch belong to none yet. */
function payoutProof(totals: Totals): Proof {
  const payout = totals.parts.get('payout')
  const parts = partsOf(totals).filter(({ what }) => what !== 'payout')
  const base = {
    ...proofOf('payout', totals, { ...totals, name: '' }),
    parts,
    lines: countOf(parts),
    computed: totalOf(parts),
  }
  if (!payout || totals.batch === '') return base
  // What is read as a payout is taken from the balance; a batch of less than nothing is given to it.
  return judged(base, base.computed, base.computed < 0n ? payout.net : -payout.net)
}
const unstated = (totals: Totals): Proof =>
  proofOf('balance', totals, { batch: '', account: '', name: '', currency: totals.currency })

function proofOf(
  kind: Proof['kind'],
  totals: Totals,
  { batch, account, currency, name }: Pick<StatedFigure, 'batch' | 'account' | 'currency' | 'name'>,
): Proof {
  const parts = partsOf(totals)
  return {
    kind, batch, account, currency, name, state: 'not_stated', computed: totalOf(parts), stated: null, difference: null,
    remainder: 0n, lines: countOf(parts), brokenAt: null, parts,
  } // prettier-ignore
}

function computedOf(what: StatedFigure['what'], totals: Totals): Exact {
  const parts = partsOf(totals)
  if (what === 'count') return exactOfMinor(countOf(parts), 0)
  if (what === 'net') return totalOf(parts)
  if (what === 'credits') return totals.credits
  if (what === 'debits') return totals.debits
  if (what === 'gross') return totals.credits - totals.debits
  return what === 'fee_credits' ? totals.feeCredits : totals.feeDebits
}

/** A sum is rounded once, half to even, and held against what is stated; a figure with more decimals is held exactly. */
export function judged(proof: Proof, computed: Exact, stated: Exact): Proof {
  const exponent = exponentOf(proof.currency)
  const isExact = exponent === undefined || roundHalfEven(stated, exponent) !== stated
  const total = isExact ? computed : roundHalfEven(computed, exponent)
  const difference = total - stated
  const state = difference === 0n ? 'proven' : 'unproven'
  return { ...proof, computed: total, remainder: computed - total, stated, difference, state }
}
