import { createHash } from 'node:crypto'
import { exceptions } from './budgets.ts'

/**
 * Holds files and the whole run to their budgets. The machine's own speed is taken into account: a fixed piece of work is
 * timed again and again, and where it takes longer than on a quiet machine, all may take as many times longer.
 */
export class BudgetWatch {
  readonly #since = performance.now()
  readonly #seconds = new Map<string, number>()
  readonly #slowness: number[] = []
  readonly #perFile: number

  constructor(perFile: number) {
    this.#perFile = perFile
    this.probe()
  }

  /** How many times longer than on a quiet machine the fixed work takes now; kept. */
  probe(): void {
    const started = performance.now()
    createHash('sha256').update(work).digest()
    this.#slowness.push((performance.now() - started) / quietMs)
  }

  add(file: string, seconds: number): void {
    this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + seconds)
  }

  /**
   * A line for each budget that was exceeded; of the run only when `whole` is given, which a part of it does not.
   * @returns `told` is to be read, `failed` fails the run: those that took half as long again as they may. A file whose
   * time is about its budget would otherwise fail one run in two.
   */
  exceeded(whole?: number): { told: string[]; failed: boolean } {
    const slow = this.#factor()
    const runSeconds = (performance.now() - this.#since) / 1_000
    const all = [
      ...Array.from(this.#seconds, ([file, seconds]) => ({
        what: file,
        seconds,
        budget: exceptions[file] ?? this.#perFile,
      })),
      ...(whole === undefined ? [] : [{ what: 'the run', seconds: runSeconds, budget: whole }]),
    ].map(({ budget, ...took }) => ({ ...took, allowed: budget * slow }))
    return {
      told: all.filter(({ seconds, allowed }) => seconds > allowed).map(told),
      failed: all.some(({ seconds, allowed }) => seconds > 1.5 * allowed),
    }
  }

  /**
   * Three times what the median says: a file shares the machine with another one, which may be a heavy one. Only what has
   * really become slower is told.
   */
  #factor(): number {
    const sorted = this.#slowness.toSorted((a, b) => a - b)
    return 3 * Math.max(1, sorted[sorted.length >> 1] ?? 1)
  }
}

const told = ({ what, seconds, allowed }: { what: string; seconds: number; allowed: number }) =>
  `${what} took ${seconds.toFixed(1)} s of ${allowed.toFixed(1)} s: its budget is in test/budgets.ts`

const work = Buffer.alloc(8 * 2 ** 20)
/** Some 8 MiB through SHA-256, with the processor's own instructions for it. */
const quietMs = 7
