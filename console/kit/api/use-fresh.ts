import { useEffect } from 'react'

/** Asks again every few seconds while something is under way that ends by itself. */
export function useFresh(underWay: boolean, refetch: () => void): void {
  useEffect(() => {
    if (!underWay) return
    const timer = window.setInterval(refetch, everyMs)
    return () => window.clearInterval(timer)
  }, [underWay, refetch])
}
const everyMs = 3_000
