import { useState } from 'react'
import type { signInWithPasskey } from '#contract/passkey-sign-in.ts'
import {
  unlockSession,
  type Challenge,
  type signIn,
  type signInFactor,
  type signInRemembered,
} from '#contract/session.ts'
import { untilTaken } from '#console/kit/api/query-client.ts'
import { CallError, sendCall, type CallInput } from '#console/kit/api/send-call.ts'
import { openSession, unlockHere } from './session.ts'

type Opening =
  | typeof signIn
  | typeof signInRemembered
  | typeof signInFactor
  | typeof signInWithPasskey
  | typeof unlockSession

/**
 * Opens a session by a call that answers one; the guard then navigates. `onChallenge` gets the challenge of a second
 * factor, where one is required first.
 */
export function useOpening<C extends Opening>(call: C, onChallenge?: (challenge: Challenge) => void) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const open = async (input: CallInput<C>): Promise<void> => {
    setPending(true)
    setError(null)
    try {
      const answer = await untilTaken(() => sendCall(call as Opening, input as never, {}))
      if ('challenge' in answer) onChallenge?.(answer)
      else await (call.at === unlockSession.at ? unlockHere(answer) : openSession(answer))
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause
      setError(cause)
    } finally {
      setPending(false)
    }
  }
  return { open, pending, error }
}
