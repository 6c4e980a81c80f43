import { useEffect, useState } from 'react'

/** Returns the focus to the element that had it before a dialogue, unless that element is gone. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
