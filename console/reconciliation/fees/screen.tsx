import type { ReactNode } from 'react'
import { Screen } from '#console/kit/routing/screen.tsx'

/** Charged against agreed. */
export default function ReconFees(): ReactNode {
  return (
    <Screen name="reconFees" wide>
      {null}
    </Screen>
  )
}
