import type { ReactNode } from 'react'

/** The working days. */
export function CalendarTab(): ReactNode {
  return null
}
