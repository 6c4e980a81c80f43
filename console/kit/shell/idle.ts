import { lockSession } from '#contract/session.ts'
import { limits } from '#contract/limits.ts'
import { callAsUser, lockHere, refreshUser, sessionState } from '#console/kit/auth/session.ts'

/**
 * Watches the user's activity: locks the session in every tab after the idle time that the server allows without activity
 * in any of them, and warns a minute before. While the user types without sending anything, the server is informed now
 * and then that they are there.
 */
export function watchIdle({ onWarning }: { onWarning: (secondsLeft: number | null) => void }): () => void {
  const tabs = new BroadcastChannel('idle')
  let lastInput = Date.now()
  let lastTold = Date.now()
  let lastShared = 0
  let warned = false
  const heard = (at: number) => {
    lastInput = Math.max(lastInput, at)
    if (warned) onWarning(null)
    warned = false
  }
  const onInput = (event: Event) => {
    // Browsers also fire `pointermove` when the page moves under a resting pointer.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
    const now = Date.now()
    // The idle time may have ended while the computer slept; this input then comes too late.
    if (now - lastInput >= idleMs) return check()
    heard(now)
    if (now - lastShared < shareMs) return
    lastShared = now
    tabs.postMessage(now)
  }
  function check(): void {
    if (sessionState().phase !== 'signedIn') {
      lastInput = Date.now()
      return
    }
    const now = Date.now()
    const idle = now - lastInput
    if (idle >= idleMs) {
      warned = false
      onWarning(null)
      return lockNow()
    }
    if (idle >= idleMs - warnMs) {
      warned = true
      onWarning(Math.ceil((idleMs - idle) / 1000))
    }
    if (lastInput > lastTold && now - lastTold >= tellMs) {
      lastTold = now
      void refreshUser()
    }
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<number>) => heard(data))
  for (const name of touches) addEventListener(name, onInput, { capture: true, passive: true })
  document.addEventListener('visibilitychange', check)
  const timer = setInterval(check, 1_000)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
    for (const name of touches) removeEventListener(name, onInput, { capture: true })
    tabs.close()
  }
}

/** Locks the session at once, here and at the server. */
export function lockNow(): void {
  void callAsUser(lockSession, {}).catch(() => undefined)
  lockHere()
}

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const idleMs = limits.sessionIdleMinutes * 60_000
const warnMs = limits.sessionIdleWarningSeconds * 1_000
const shareMs = 5_000
const tellMs = 4 * 60_000
