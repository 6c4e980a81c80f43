/** The events that the tabs of one browser exchange about their shared session and its notifications. */
export type TabNews = 'locked' | 'unlocked' | 'signedOut' | 'notified' | 'proved'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** Sends an event to the other tabs. */
export const tellTabs = (news: TabNews): void => channel?.postMessage(news)
/** Listens to the events of other tabs. @returns the function that stops it. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
