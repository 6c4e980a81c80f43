import type { ReactNode } from 'react'

/** How files are read. */
export function MappingsTab(): ReactNode {
  return null
}
