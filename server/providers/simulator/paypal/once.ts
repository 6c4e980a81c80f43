import type { DialectParts } from '../dialect.ts'
import type { Entry } from './entries.ts'
import { newId } from './ids.ts'
import type { State } from './state.ts'

/** A request with a key: made once for each value of PayPal-Request-Id, operation and account. */
export interface Keyed {
  account: string
  key: string | undefined
  /** The path of the operation. */
  operation: string
  lifeMs: number
}

/** How long PayPal remembers keys. */
export const orderKeysMs = 6 * 3_600_000
export const paymentKeysMs = 45 * 86_400_000

export interface Work {
  /** Whether a request with the key made it. */
  exists(id: string): boolean
  /** Makes it under this id; throws when it is refused, and then nothing is made. */
  make(id: string): Promise<void>
}
/** The id of what is made, and whether an earlier request made it. */
export type Once = (keyed: Keyed, work: Work) => Promise<{ id: string; repeated: boolean }>

/**
 * Makes what is asked, or finds what an earlier request with the key made. The key is on disk before what it makes, so that
 * a crash in between makes nothing twice. Of two requests at once the second waits for the first.
 */
export function onceFor(
  parts: Pick<DialectParts, 'manners' | 'now'> & {
    state: State
    enter(entry: Entry): Promise<void>
  },
): Once {
  const { state, enter, manners, now } = parts
  const under = new Map<string, Promise<string>>()

  async function make(keyed: Keyed, known: string | undefined, work: Work): Promise<string> {
    const { account, key, operation } = keyed
    const id = known ?? newId()
    if (key !== undefined && known === undefined) {
      await enter({ kind: 'key', account, id: key, at: now().toISOString(), operation, made: id })
    }
    await work.make(id)
    return id
  }

  return async (keyed, work) => {
    const { account, key, operation, lifeMs } = keyed
    if (key === undefined) return { id: await make(keyed, undefined, work), repeated: false }
    const name = `${account}\n${operation}\n${key}`
    const first = under.get(name)
    if (first) return { id: await first, repeated: true }
    const found = state.made(account, key, operation)
    const known = found && manners.remembers('paypal', account, found.at, lifeMs) ? found.made : undefined
    if (known !== undefined && work.exists(known)) return { id: known, repeated: true }
    const making = make(keyed, known, work)
    under.set(name, making)
    try {
      return { id: await making, repeated: false }
    } finally {
      under.delete(name)
    }
  }
}
