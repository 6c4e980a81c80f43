/** What the tabs of one browser tell each other about the session that they share, and what its user is to know. */
export type TabNews = 'locked' | 'unlocked' | 'signedOut' | 'notified' | 'proved'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** Tells the other tabs. */
export const tellTabs = (news: TabNews): void => channel?.postMessage(news)
/** Hears what other tabs tell, until what it answers is called. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
