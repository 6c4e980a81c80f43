import { Fault } from '#contract/faults.ts'
import type { RequestContext } from '#server/kit/http/request-context.ts'
import type { User } from '#server/kit/ctx.ts'
import { faultOf } from '#server/kit/http/error-mapping.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import {
  bearerHash,
  lookUpSession,
  touchLater,
  type Memory,
  type SessionReader,
  type KnownSession,
} from './session-lookup.ts'

/** Reads the session again, once, and fails unless that confirms the remembered facts. */
type Confirm = (sessions?: SessionReader) => Promise<void>
interface Work<Answered> {
  /** The work for the user; it awaits `confirm` before it keeps any effect. */
  work(user: User, confirm: Confirm): Promise<Answered>
  /** Revokes an answer to which the user turned out not to be entitled. */
  undo(answer: Answered): void
}

/**
 * Runs work for the session of a token. It starts with the facts of a moment ago while the session is read again. When
 * that read, which ends at the latest after the work, does not confirm them, the work is rolled back and repeated with
 * the current facts.
 * @param options.fromMemory false where remembered facts do not suffice: the age of a proof changes by itself, and a
 *   file that has been sent cannot be revoked.
 */
export function sessionRecheck(options: {
  parts: Pick<ServeParts, 'sessions' | 'database'>
  memory: Memory
  fromMemory: boolean
}) {
  const { parts, memory } = options

  return async function asSession<Answered>(context: RequestContext, work: Work<Answered>): Promise<Answered> {
    const tokenHash = bearerHash(context.request.headers.authorization)
    const remembered = options.fromMemory ? memory.recall(tokenHash) : undefined
    if (remembered) {
      const outcome = await asKnown(context, tokenHash, remembered, work)
      if (outcome !== changed) return outcome
      memory.forget(tokenHash)
    }
    const fresh = await lookUpSession(parts.sessions, tokenHash)
    memory.remember(tokenHash, fresh)
    const outcome = await asKnown(context, tokenHash, fresh, work)
    if (outcome === changed) throw new Fault('sessionLost')
    return outcome
  }

  async function asKnown<Answered>(
    context: RequestContext,
    tokenHash: Buffer,
    known: KnownSession,
    { work, undo }: Work<Answered>,
  ): Promise<Answered | typeof changed> {
    let confirming: Promise<void> | undefined
    const confirm: Confirm = (sessions = parts.sessions) => {
      confirming ??= confirmBy(sessions, context, tokenHash, known)
      confirming.catch(() => {})
      return confirming
    }
    const [result] = await Promise.allSettled([work(known.user, confirm)])
    // This error reveals no data, and a request that has waited in vain for the database should not wait again.
    if (result.status === 'rejected' && faultOf(result.reason).fault === 'unavailable') throw result.reason
    const [confirmed] = await Promise.allSettled([confirm()])
    // The session decides first, whatever the result of the work: an unauthorised caller learns nothing, and an error
    // that only a change of rights caused stays hidden.
    if (confirmed.status === 'rejected') {
      if (result.status === 'fulfilled') undo(result.value)
      if (confirmed.reason === changed) return changed
      throw confirmed.reason
    }
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  /** Throws `changed`, or the fault of the session, unless the remembered facts still hold. */
  async function confirmBy(
    sessions: SessionReader,
    context: RequestContext,
    tokenHash: Buffer,
    known: KnownSession,
  ): Promise<void> {
    const now = await lookUpSession(sessions, tokenHash, known)
    memory.remember(tokenHash, now)
    if (now.facts !== known.facts) throw changed
    // A background request of an untouched screen does not count as activity.
    const background = context.request.headers['x-background'] !== undefined
    if (now.stale && !background) touchLater(parts.database, known.user, context.request.log)
  }
}

const changed = Symbol('the session is not what it was')
