/** The reasons for which a session ended, as its former holder is told. */
export const sessionEnds = [
  'signed_out',
  'elsewhere',
  'password_changed',
  'address_changed',
  'roles_changed',
  'two_step_changed',
  'sso_changed',
  'deactivated',
  'merchant_inactive',
  'expired',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** The prefix of these reasons among the `errors` of the fault `sessionLost`. */
const prefix = 'session_'
/** The `errors` of that fault, for the holder of an ended session's token or cookie. */
export const sessionEndErrors = (end: SessionEnd) => [{ path: '', reason: `${prefix}${end}`, text: texts[end] }]
export const sessionEndIn = (errors: readonly { reason: string }[]): SessionEnd | null =>
  sessionEnds.find((end) => errors.some(({ reason }) => reason === `${prefix}${end}`)) ?? null

const texts: Record<SessionEnd, string> = {
  signed_out: 'You signed out.',
  elsewhere: 'You were signed out on another device.',
  password_changed: 'Your password was changed.',
  address_changed: 'Your e-mail address was changed.',
  roles_changed: 'Your roles were changed.',
  two_step_changed: 'Your two-step verification was changed.',
  sso_changed: 'Single sign-on was changed.',
  deactivated: 'Your account was deactivated.',
  merchant_inactive: 'Your business was deactivated.',
  expired: 'Your session has ended.',
}
