import pg from 'pg'
import { afterAll } from 'vitest'
import { offencesOf } from './statement-exceptions.ts'
import { plainly } from './statement-rules.ts'

const heard = Symbol.for('countinghouse.statements')
interface Heard {
  /** Each text once. */
  statements: Set<string>
  /** The rule that a text breaks. */
  offences: Map<string, string>
}

/**
 * Before each test file: from here on the application's statements are held to the rules of docs/decisions/0039-shardable.md,
 * as they leave for PostgreSQL. A file fails at its end for what broke them on its way. What a test asks itself is its own
 * affair, as is what the owner of the schema does.
 */
const { offences } = listened()
/** What the application has sent in this process. */
export const { statements } = listened()

/** Files that share a process share what is known, and the listener, which stays. */
function listened(): Heard {
  const known = (globalThis as { [heard]?: Heard })[heard]
  if (known) return known
  const fresh = { statements: new Set<string>(), offences: new Map<string, string>() }
  ;(globalThis as { [heard]?: Heard })[heard] = fresh
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const asked = given[0] as string | { text?: string } | undefined
    const text = typeof asked === 'string' ? asked : asked?.text
    if (text !== undefined && this.user === 'countinghouse_app' && !fresh.statements.has(text) && !isOfTest()) {
      fresh.statements.add(text)
      for (const rule of offencesOf(text)) fresh.offences.set(plainly(text), rule)
    }
    return (query as (...values: unknown[]) => unknown).apply(this, given)
  } as typeof pg.Client.prototype.query
  return fresh
}

/** Whether the first of our files on the way here, below those that send statements, is of tests. */
function isOfTest(): boolean {
  const ours = (new Error().stack ?? '').split('\n').filter((line) => /\/(server|test)\//.test(line))
  const asking = ours.find(
    (line) => !/server\/kit\/db\/|test\/check-statements/.test(line) || line.includes('.test.ts'),
  )
  return asking !== undefined && /\/test\/|\.test\.ts|fixtures\.ts/.test(asking)
}

afterAll(() => {
  if (offences.size === 0) return
  const found = [...offences].map(([text, rule]) => `${rule}: ${text}`).join('\n')
  offences.clear()
  throw new Error(found)
})
