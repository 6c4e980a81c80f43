/** What the APIs listen to: each word names a merchant and one of its users, for whom something is new. */
export const streamChannel = 'countinghouse_notifications'
