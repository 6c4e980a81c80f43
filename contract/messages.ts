/** The ways of a message to a person. */
export const messageWays = ['email', 'sms'] as const
export type MessageWay = (typeof messageWays)[number]

/** `outbox`: the installation has no mail or SMS server; a demo shows the message at `/sandbox/outbox`. */
export const messageStates = ['pending', 'sent', 'outbox', 'failed'] as const
