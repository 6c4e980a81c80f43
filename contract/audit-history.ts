/** The path of `readHistory`. It is by itself because the console refetches it after every act, in its first load too. */
export const historyAt = 'POST /api/audit/history'
