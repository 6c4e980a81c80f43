/** The channel of NOTIFY. Each payload names a merchant and a user for whom something is new. */
export const streamChannel = 'countinghouse_notifications'
