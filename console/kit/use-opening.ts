import { useState } from 'react'
import { unlockSession, type signIn, type signInRemembered } from '#contract/session.ts'
import { CallError, sendCall, type CallInput } from './send-call.ts'
import { openSession, unlockHere } from './session.ts'

type Opening = typeof signIn | typeof signInRemembered | typeof unlockSession

/** Opens a session by a call that answers one; the guard sees it and takes the user on. */
export function useOpening<C extends Opening>(call: C) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const open = async (input: CallInput<C>): Promise<void> => {
    setPending(true)
    setError(null)
    try {
      const session = await sendCall(call as Opening, input as never, {})
      await (call.at === unlockSession.at ? unlockHere(session) : openSession(session))
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause
      setError(cause)
    } finally {
      setPending(false)
    }
  }
  return { open, pending, error }
}
