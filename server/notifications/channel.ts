/** The channel of NOTIFY whose payloads name a merchant and a user for whom something is new. */
export const usersChannel = 'countinghouse_notifications'
/** The channel of NOTIFY whose payloads name a merchant, an environment and the objects that changed in it. */
export const changesChannel = 'countinghouse_changes'
