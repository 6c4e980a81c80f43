import type { ReactNode } from 'react'

/** Which parts are on. */
export function SwitchesTab(): ReactNode {
  return null
}
