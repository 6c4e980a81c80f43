import type { Reading } from '../layout.ts'
import { netOf } from './arithmetic.ts'
import type { Exact } from './exact.ts'
import type { Proof, ReadRecord } from './read-row.ts'

/** A balance that runs one way through the file: where it first breaks, and by how much. */
interface Way {
  brokenAt: number | null
  difference: Exact
}
interface Line {
  balance: Exact
  net: Exact
}
interface Run {
  account: string
  currency: string
  lines: number
  first: Line
  last: Line
  sum: Exact
  down: Way
  up: Way
}

/** Follows a running balance from line to line, per currency and account. A file may begin with its oldest or its newest line. */
export class RunningBalances {
  readonly #runs = new Map<string, Run>()
  readonly #per: Reading['ratePer']
  constructor(reading: Reading) {
    this.#per = reading.ratePer
  }

  add(record: ReadRecord, balance: Exact, no: number): void {
    const net = netOf(record, this.#per) ?? 0n
    const key = `${record.account}\u001f${record.netCurrency}`
    const run = this.#runs.get(key)
    if (!run) {
      this.#runs.set(key, {
        account: record.account, currency: record.netCurrency, lines: 1, first: { balance, net }, last: { balance, net },
        sum: net,
        down: { brokenAt: null, difference: 0n }, up: { brokenAt: null, difference: 0n },
      }) // prettier-ignore
      return
    }
    note(run.down, run.last.balance + net - balance, no)
    note(run.up, balance + run.last.net - run.last.balance, no)
    run.lines += 1
    run.sum += net
    run.last = { balance, net }
  }

  made(): Proof[] {
    return [...this.#runs.values()].map(({ account, currency, lines, sum, ...run }) => {
      const isUp = run.down.brokenAt !== null && run.up.brokenAt === null
      const way = isUp ? run.up : run.down
      const [oldest, newest] = isUp ? [run.last, run.first] : [run.first, run.last]
      const opening = oldest.balance - oldest.net
      return {
        kind: 'running', batch: '', account, currency, name: '', state: way.brokenAt === null ? 'proven' : 'unproven',
        computed: opening + sum, stated: newest.balance, difference: way.difference, remainder: 0n, lines,
        brokenAt: way.brokenAt, parts: [{ what: 'opening', count: 1, amount: opening }],
      } satisfies Proof // prettier-ignore
    })
  }
}
function note(way: Way, difference: Exact, no: number): void {
  if (difference === 0n || way.brokenAt !== null) return
  way.brokenAt = no
  way.difference = difference
}
