import type { Progress, Watching } from './attempts.ts'
import type { ScriptTexts } from './texts.ts'
import type { Live } from './live.ts'
import { showProgress } from './show.ts'

/** Waiting for the server: how long, and what the page says meanwhile. */
export function patienceIn(words: ScriptTexts['progress']) {
  const offline = ({ reachable }: Progress): string => (reachable ? '' : words.offline)

  function patience({ elapsedMs, reachable }: Progress): string {
    if (!reachable) return words.offline
    if (elapsedMs > 30_000) return words.slower
    return elapsedMs > 8_000 ? words.slow : words.paying
  }

  const patiently = (): Watching => ({
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
    progress: (progress) => showProgress(patience(progress)),
  })

  /** News are waited for as long as they come by themselves, and asked for where they do not. */
  const following = (live: Live, progress: (progress: Progress) => void): Watching => ({
    wait: (ms) => live.next(ms),
    now: () => performance.now(),
    progress,
    mostMs: () => (live.isOpen() ? 15_000 : 2_000),
  })

  return { offline, patience, patiently, following }
}
