import { setTimeout as delay } from 'node:timers/promises'

/** Asks a process several times a second how much memory it has (RSS), as its metrics say. */
export interface MemoryWatch {
  /** The most since the last call, in MB. */
  mostMb(): number
  stop(): Promise<void>
}

export function watchMemory(metricsPort: number): MemoryWatch {
  let most = 0
  let stopping = false
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopping) {
      // While it is busy it does not answer; the next answer comes soon.
      const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      )
      most = Math.max(most, Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 2 ** 20)
      await delay(250)
    }
  }

  return {
    mostMb() {
      const now = Math.round(most)
      most = 0
      return now
    },
    async stop() {
      stopping = true
      await watching
    },
  }
}
