/** Word that something has changed, as it comes; the page then asks what. */
export interface Live {
  /** Resolves when it is worth asking again: on news, on a network that is back, or after so long. */
  next(ms: number): Promise<void>
  /** Whether news are coming, so that asking by itself may be seldom. */
  isOpen(): boolean
  /** Asks again at once. */
  nudge(): void
  close(): void
}

/** Listens to an address of server-sent events, again and again ever more patiently, until it is closed. Without one nothing is heard. */
export function listen(url: string): Live {
  const closing = new AbortController()
  let open = false
  let wake = () => {}
  const nudge = () => wake()
  const onSight = () => document.visibilityState === 'visible' && nudge()
  addEventListener('online', nudge)
  document.addEventListener('visibilitychange', onSight)

  async function read(): Promise<void> {
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store', signal: closing.signal })
    if (!response.ok || !response.body) return
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    open = true
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (part.value.includes('data:')) nudge()
    }
  }

  async function keepReading(): Promise<void> {
    for (let pauseMs = 1_000; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, 30_000)) {
      await read().catch(() => undefined)
      if (open) pauseMs = 1_000
      open = false
      // Without an event stream, the page polls at its usual interval.
      nudge()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  if (url) void keepReading()

  return {
    next: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => wake(), ms)
        wake = () => {
          clearTimeout(timer)
          wake = () => {}
          resolve()
        }
      }),
    isOpen: () => open,
    nudge,
    close() {
      closing.abort()
      removeEventListener('online', nudge)
      document.removeEventListener('visibilitychange', onSight)
    },
  }
}
