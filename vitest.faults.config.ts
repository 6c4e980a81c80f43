import { defineConfig } from 'vitest/config'
import { BudgetReporter } from './test/budget-reporter.ts'
import { budgets } from './test/budgets.ts'
import { full } from './test/faults/counts.ts'
import { filesOfRun } from './test/faults/files-of-run.ts'
import { VerifiedReporter } from './test/faults/verified-reporter.ts'

/**
 * The fault tests: kills, races and random runs. The long form does each up to hundreds of times within an hour, one file
 * at a time, since each loads the machine; the short form does a few of each, a third of the files by the commit, two at a time.
 */
export default defineConfig({
  test: {
    // What the short form tries some probes of, whole.
    include: [
      ...filesOfRun(process.argv.some((arg) => /\.fault(?!s)/.test(arg))),
      ...(full ? ['test/every-call/*.test.ts'] : []),
    ],
    exclude: ['node_modules/**', 'dist/**', 'data/**'],
    globalSetup: ['test/postgres.ts', 'test/probe-seed.ts', 'test/faults/prepared.ts'],
    pool: 'forks',
    maxWorkers: full ? 1 : 2,
    reporters: [
      'default',
      new VerifiedReporter(),
      ...(full ? [] : [new BudgetReporter({ seconds: budgets.faultRun, files: 10 })]),
    ],
    testTimeout: 60 * 60_000,
    hookTimeout: 60_000,
  },
})
