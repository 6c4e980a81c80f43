/** The result of a closed loop. */
export interface Looped {
  times: number
  perSecond: number
  p95Ms: number
  p99Ms: number
}

/** Runs so many loops in parallel for so long; each starts its next iteration when the last one ends. */
export async function closedLoop(
  { connections, seconds }: { connections: number; seconds: number },
  once: (connection: number) => Promise<void>,
): Promise<Looped> {
  const start = performance.now()
  const end = start + seconds * 1_000
  const tookMs: number[] = []
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let from = performance.now(); from < end; from = performance.now()) {
        await once(connection)
        tookMs.push(performance.now() - from)
      }
    }),
  )
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0
  return {
    times: tookMs.length,
    perSecond: tookMs.length / ((performance.now() - start) / 1_000),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  }
}
