import { useSyncExternalStore } from 'react'

/** The wait of a tab that does not know yet whether there is a session, since the server has not said. */
interface Wait {
  /** Asks at once. */
  retry: () => void
}
let wait: Wait | null = null
const listeners = new Set<() => void>()
function set(next: Wait | null): void {
  wait = next
  for (const listener of listeners) listener()
}

/** Resolves after a growing pause, when the user wants it, or when the browser is online again. */
export async function waitForServer(failures: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => resolve(),
    Math.min(longestMs, shortestMs * 2 ** failures) * (0.75 + Math.random() / 2),
  )
  addEventListener('online', () => resolve(), { once: true })
  set({ retry: resolve })
  await promise
  clearTimeout(timer)
}
export const stopWaiting = (): void => set(null)
const shortestMs = 1_000
const longestMs = 15_000

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The present wait; null when the server answers. */
export const serverWait = (): Wait | null => wait
export const useServerWait = (): Wait | null => useSyncExternalStore(subscribe, serverWait)
