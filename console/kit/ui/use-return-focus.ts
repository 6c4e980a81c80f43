import { useEffect, useState } from 'react'

/** Gives the focus back, once a dialogue is gone, to what had it before, unless that is gone too. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
