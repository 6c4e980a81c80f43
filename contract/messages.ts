/** How a person is told something. */
export const messageWays = ['email', 'sms'] as const
export type MessageWay = (typeof messageWays)[number]

/** `outbox`: the installation has nothing to send it by; it rests where a demo can read it. */
export const messageStates = ['pending', 'sent', 'outbox', 'failed'] as const
