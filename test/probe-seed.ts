import { execFileSync } from 'node:child_process'
import { full } from './faults/counts.ts'

/** Part of the global setup of every runner: which probes a run takes, printed so that a failure can be repeated. */
export function setup(): void {
  console.log(full ? 'Every probe is tried.' : `Probes of ${probes()}; npm run faults tries all of them.`)
}

/** What the choice of probes goes by: the commit, unless PROBES names another. */
export const probes = (): string => (process.env['PROBES'] ??= commit())

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'no-commit'
  }
}
