import type { ReactNode } from 'react'

/** How files come in by themselves. */
export function IntakeTab(): ReactNode {
  return null
}
