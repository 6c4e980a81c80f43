import { readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { full } from './counts.ts'
import { verifiedFile, type Verified } from './verified.ts'

/** Writes the planted faults that a long run has found into `verified.json`; those of tests that are gone are taken out. */
export class VerifiedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!full) return
    const kept = JSON.parse(readFileSync(verifiedFile, 'utf8')) as Verified
    for (const module of modules) {
      const file = module.moduleId.slice(module.moduleId.lastIndexOf('/') + 1)
      const tests = [...module.children.allTests()]
      const names = new Set(tests.map(({ name }) => `${file}: ${name.replace(/^planted: /, '')}`))
      for (const key of Object.keys(kept)) if (key.startsWith(`${file}: `) && !names.has(key)) delete kept[key]
      for (const test of tests) {
        const found = test.meta().verified
        if (found && test.result().state === 'passed') kept[found.key] = found.hash
      }
    }
    const sorted = Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(verifiedFile, `${JSON.stringify(sorted, null, 2)}\n`)
  }
}
