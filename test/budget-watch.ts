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

  /** A line for each budget that was exceeded; of the run only when `whole` is given, which a part of it does not. */
  exceeded(whole?: number): string[] {
    const slow = this.#factor()
    const allowed = (file: string) => (exceptions[file] ?? this.#perFile) * slow
    const files = [...this.#seconds].filter(([file, seconds]) => seconds > allowed(file))
    const runSeconds = (performance.now() - this.#since) / 1_000
    return [
      ...files.map(([file, seconds]) => told(file, seconds, allowed(file))),
      ...(whole !== undefined && runSeconds > whole * slow ? [told('the run', runSeconds, whole * slow)] : []),
    ]
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

const told = (what: string, seconds: number, allowed: number) =>
  `${what} took ${seconds.toFixed(1)} s of ${allowed.toFixed(1)} s: its budget is in test/budgets.ts`

const work = Buffer.alloc(8 * 2 ** 20)
/** Some 8 MiB through SHA-256, with the processor's own instructions for it. */
const quietMs = 7
