import { useEffect, useSyncExternalStore } from 'react'
import type { IconName } from '#console/kit/ui/icons.tsx'

/** An act on the object that the screen shows, as the palette offers it. */
export interface OpenAct {
  /** One of its kind on a screen. */
  id: string
  title: string
  icon: IconName
  run: () => void
}

let offered: readonly OpenAct[] = []
const listeners = new Set<() => void>()
function offer(acts: readonly OpenAct[]): void {
  offered = acts
  for (const listener of listeners) listener()
}

/** Offers these acts in the palette while the screen is open. Only acts that the user may do belong here. */
export function useOpenActs(acts: readonly OpenAct[]): void {
  // The titles stand for the acts: a screen makes its list anew each time that it is drawn.
  const named = acts.map(({ id, title }) => `${id} ${title}`).join()
  useEffect(() => {
    offer(acts)
    return () => offer([])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by their titles
  }, [named])
}

/** The acts of the open screen. */
export const useOffered = (): readonly OpenAct[] => useSyncExternalStore(onOffer, () => offered)
function onOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
