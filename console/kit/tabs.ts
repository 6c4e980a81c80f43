/** What the tabs of one browser tell each other about the session that they share. */
export type TabNews = 'locked' | 'unlocked' | 'signedOut'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** Tells the other tabs. */
export const tellTabs = (news: TabNews): void => channel?.postMessage(news)
/** Hears what other tabs tell. */
export const onTabNews = (listener: (news: TabNews) => void): void =>
  channel?.addEventListener('message', ({ data }: MessageEvent<TabNews>) => listener(data))
