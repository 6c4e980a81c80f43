import type { ReactNode } from 'react'

/** The channels as reconciliation sees them. */
export function ChannelsTab(): ReactNode {
  return null
}
