import type { ReactNode } from 'react'

/** What providers agreed to charge. */
export function FeesTab(): ReactNode {
  return null
}
