/** How a person is told something. */
export const messageWays = ['email', 'sms'] as const
export type MessageWay = (typeof messageWays)[number]

/** `outbox`: the installation has nothing to send it by; it rests where a demo can read it. */
export const messageStates = ['pending', 'sent', 'outbox', 'failed'] as const
export type MessageState = (typeof messageStates)[number]

/** The languages that people are written to in. */
export const messageLanguages = ['en', 'ar'] as const
export type MessageLanguage = (typeof messageLanguages)[number]
