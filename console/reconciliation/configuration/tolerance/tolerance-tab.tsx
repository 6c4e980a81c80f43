import type { ReactNode } from 'react'

/** How much a record may differ. */
export function ToleranceTab(): ReactNode {
  return null
}
