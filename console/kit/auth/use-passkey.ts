import { useState } from 'react'
import { askPasskey, type signInWithPasskey } from '#contract/passkey-sign-in.ts'
import type { unlockSession } from '#contract/session.ts'
import { CallError, sendCall, type CallInput } from '#console/kit/api/send-call.ts'
import { useOpening } from './use-opening.ts'

/** Opens or unlocks a session by a passkey alone. `refused`: the user has called it off, or has none for this place. */
export function usePasskey<C extends typeof signInWithPasskey | typeof unlockSession>(call: C) {
  const { open, pending, error } = useOpening(call)
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState(false)
  const [unasked, setUnasked] = useState<CallError | null>(null)
  const start = async () => {
    setAsking(true)
    setRefused(false)
    setUnasked(null)
    // Fetched when it is wanted, since the first screen has to be small.
    const { PasskeyRefused, signWithPasskey } = await import('./passkey.ts')
    try {
      const request = await sendCall(askPasskey, {}, {})
      await open({ body: { passkey: await signWithPasskey(request) } } as CallInput<C>)
    } catch (cause) {
      if (cause instanceof CallError) setUnasked(cause)
      else if (cause instanceof PasskeyRefused) setRefused(true)
      else throw cause
    } finally {
      setAsking(false)
    }
  }
  return { start: () => void start(), pending: pending || asking, error: refused ? null : (error ?? unasked), refused }
}

/** Whether this browser and this address support passkeys: browsers make them for names, not for IP addresses. */
export const passkeysPossible = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|^\[/.test(location.hostname)
