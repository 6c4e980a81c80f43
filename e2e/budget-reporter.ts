import { relative } from 'node:path'
import type { FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { BudgetWatch } from '#test/budget-watch.ts'
import { budgets } from '#test/budgets.ts'

/** Fails a run of Playwright whose specs, or which as a whole, took longer than they may. */
export default class BudgetReporter implements Reporter {
  readonly #watch = new BudgetWatch(budgets.spec)
  #tests = 0

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests().length
  }

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    this.#watch.probe()
    this.#watch.add(relative(process.cwd(), test.location.file), duration / 1_000)
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    // A run of a few tests is a part, whose time says nothing.
    const { told, failed } = this.#watch.exceeded(this.#tests > 40 ? budgets.browserRun : undefined)
    for (const line of told) console.error(line)
    return { status: failed && status === 'passed' ? 'failed' : status }
  }
}
