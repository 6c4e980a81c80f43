import { useEffect } from 'react'

/** Refetches every few seconds while `underWay`, for states that change without the user. */
export function useFresh(underWay: boolean, refetch: () => void, everyMs = 3_000): void {
  useEffect(() => {
    if (!underWay) return
    const timer = window.setInterval(refetch, everyMs)
    return () => window.clearInterval(timer)
  }, [underWay, refetch, everyMs])
}
