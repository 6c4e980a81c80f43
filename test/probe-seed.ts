import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { full } from './faults/counts.ts'

/** vitest's global setup: which probes a run takes, printed so that a failure can be repeated. */
export function setup(project: TestProject): void {
  const probes = process.env['PROBES'] ?? commit()
  project.provide('probes', probes)
  console.log(full ? 'Every probe is tried.' : `Probes of ${probes}; npm run faults tries all of them.`)
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'no-commit'
  }
}
