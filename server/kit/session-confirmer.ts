import { Fault } from '#contract/faults.ts'
import type { Attempt } from './attempt.ts'
import type { User } from './ctx.ts'
import { faultOf } from './failure.ts'
import type { ServeParts } from './handler.ts'
import { bearerHash, readWho, touchLater, type Memory, type SessionReader, type Who } from './who.ts'

/** Reads the session anew, once, where it is told to, and fails unless that confirms what was known of it. */
type Confirm = (sessions?: SessionReader) => Promise<void>
interface Work<Answered> {
  /** What is to be done for the user; before anything is kept it has waited for `confirm`. */
  work(user: User, confirm: Confirm): Promise<Answered>
  /** Takes an answer back that the user turned out not to be entitled to. */
  undo(answer: Answered): void
}

/**
 * Has work done for whoever brings a session's token. It starts on what was known of the token a moment ago, while the
 * session is read anew, at the latest when it has ended: what that does not confirm is rolled back and done again with
 * what is true now.
 * @param options.fromMemory false where a moment ago will not do: how long ago a proof was given changes by itself, and a
 *   file that has left cannot be taken back.
 */
export function sessionConfirmer(options: {
  parts: Pick<ServeParts, 'sessions' | 'database'>
  memory: Memory
  fromMemory: boolean
}) {
  const { parts, memory } = options

  return async function asSession<Answered>(attempt: Attempt, work: Work<Answered>): Promise<Answered> {
    const tokenHash = bearerHash(attempt.request.headers.authorization)
    const remembered = options.fromMemory ? memory.recall(tokenHash) : undefined
    if (remembered) {
      const outcome = await asKnown(attempt, tokenHash, remembered, work)
      if (outcome !== changed) return outcome
      memory.forget(tokenHash)
    }
    const fresh = await readWho(parts.sessions, tokenHash)
    memory.remember(tokenHash, fresh)
    const outcome = await asKnown(attempt, tokenHash, fresh, work)
    if (outcome === changed) throw new Fault('sessionLost')
    return outcome
  }

  async function asKnown<Answered>(
    attempt: Attempt,
    tokenHash: Buffer,
    known: Who,
    { work, undo }: Work<Answered>,
  ): Promise<Answered | typeof changed> {
    let confirming: Promise<void> | undefined
    const confirm: Confirm = (sessions = parts.sessions) => {
      confirming ??= confirmBy(sessions, attempt, tokenHash, known)
      confirming.catch(() => {})
      return confirming
    }
    const [result] = await Promise.allSettled([work(known.user, confirm)])
    // Tells nothing of anybody, and whoever has waited for a database in vain is not to wait for it once more.
    if (result.status === 'rejected' && faultOf(result.reason).fault === 'unavailable') throw result.reason
    const [confirmed] = await Promise.allSettled([confirm()])
    // However the work went: who may not is told nothing, and what only a change of rights has made fail is hidden by it.
    if (confirmed.status === 'rejected') {
      if (result.status === 'fulfilled') undo(result.value)
      if (confirmed.reason === changed) return changed
      throw confirmed.reason
    }
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  /** Throws `changed`, or what became of the session, unless what was known of who asks still holds. */
  async function confirmBy(sessions: SessionReader, attempt: Attempt, tokenHash: Buffer, known: Who): Promise<void> {
    const now = await readWho(sessions, tokenHash, known)
    memory.remember(tokenHash, now)
    if (now.facts !== known.facts) throw changed
    // What a screen asks by itself while nobody touches it is no sign that somebody is there.
    const background = attempt.request.headers['x-background'] !== undefined
    if (now.stale && !background) touchLater(parts.database, known.user, attempt.request.log)
  }
}

const changed = Symbol('the session is not what it was')
