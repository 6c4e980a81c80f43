import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { BudgetWatch } from './budget-watch.ts'
import { budgets } from './budgets.ts'

/** Fails a run of vitest whose files, or which as a whole, took longer than they may. */
export class BudgetReporter implements Reporter {
  readonly #whole: { seconds: number; files: number }
  #watch = new BudgetWatch(budgets.file)

  /** A run of fewer than so many files is a part, whose time says nothing. */
  constructor(whole: { seconds: number; files: number }) {
    this.#whole = whole
  }

  onTestRunStart(): void {
    this.#watch = new BudgetWatch(budgets.file)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#watch.probe()
    const file = relative(process.cwd(), module.moduleId)
    // Fault tests have the run's budget alone.
    if (!file.endsWith('.fault.ts')) this.#watch.add(file, module.diagnostic().duration / 1_000)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { seconds, files } = this.#whole
    const { told, failed } = this.#watch.exceeded(modules.length >= files ? seconds : undefined)
    for (const line of told) console.error(line)
    if (failed) process.exitCode = 1
  }
}
