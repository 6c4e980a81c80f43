import { momentOf } from '#contract/kit/text-forms.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { LeftToRight } from '#console/kit/details/values.tsx'

/** A countdown to a UTC timestamp: '59:07'. `onDue` is called once at its end. */
export function Countdown({ until, onDue }: { until: string; onDue: () => void }): ReactNode {
  const end = momentOf(until).getTime()
  const [now, setNow] = useState(() => Date.now())
  const over = now >= end
  useEffect(() => {
    if (over) return onDue()
    const timer = window.setInterval(() => setNow(Date.now()), 1_000)
    return () => window.clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the timer is created once, and calls onDue once
  }, [over])
  const left = Math.max(0, Math.ceil((end - now) / 1_000))
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <span className="tabular" aria-live="off">
      <LeftToRight>{text}</LeftToRight>
    </span>
  )
}
