/** The events that the tabs of one browser exchange about their shared session and its notifications. */
export type TabEvent = 'locked' | 'unlocked' | 'signedOut' | 'notified' | 'proved' | ChangesHeard
/** Changes that one tab's stream told of, for the tabs that see the same. */
export interface ChangesHeard {
  /** The user, environment and roles of the stream. */
  by: string
  words: string[]
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** Sends an event to the other tabs. */
export const broadcast = (event: TabEvent): void => channel?.postMessage(event)
/** Listens to the events of other tabs. @returns the function that stops it. */
export function onTabEvent(listener: (event: TabEvent) => void): () => void {
  const hear = ({ data }: MessageEvent<TabEvent>) => listener(data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
