import type { FaultSpec } from './faults.ts'

/** Faults of who asks: how they sign in, what proves them, what they may. */
export const peopleFaults = {
  invalidPassword: {
    http: 400,
    code: '4053',
    reason: 'INVALID_PASSWORD',
    text: 'The e-mail or the password is wrong.',
  },
  invalidCode: {
    http: 400,
    code: '4073',
    reason: 'OTP_VERIFICATION_ERROR',
    text: 'This code is wrong, too old or already used.',
  },
  invalidPasskey: {
    http: 400,
    code: '4073',
    reason: 'INVALID_PASSKEY',
    text: 'This passkey could not be used.',
  },
  secondFactorNeeded: {
    http: 400,
    code: '4073',
    reason: 'SECOND_FACTOR_NEEDED',
    text: 'Confirm with your second factor.',
  },
  signInExpired: {
    http: 400,
    code: '4056',
    reason: 'SIGN_IN_EXPIRED',
    text: 'This sign-in took too long or is already used. Start again with your password.',
  },
  sessionLost: {
    http: 401,
    code: '4054',
    reason: 'INVALID_UNAUTHORIZED_JWT_TOKEN_ERROR',
    text: 'The session has ended. Sign in again.',
  },
  sessionLocked: {
    http: 401,
    code: '4054',
    reason: 'SESSION_LOCKED',
    text: 'The session is locked. Enter your password.',
  },
  denied: { http: 403, code: '4081', reason: 'ROLE_NOT_ALLOWED', text: 'Your role does not allow this.' },
  emailNotVerified: {
    http: 403,
    code: '4081',
    reason: 'EMAIL_NOT_VERIFIED',
    text: 'Confirm your e-mail address first.',
  },
  twoStepRequired: {
    http: 403,
    code: '4081',
    reason: 'TWO_STEP_REQUIRED',
    text: 'Your business asks for two-step verification. Set it up first.',
  },
  addressMismatch: {
    http: 403,
    code: '4081',
    reason: 'ADDRESS_MISMATCH',
    text: 'This is not the address that you sign in with.',
  },
  registrationClosed: {
    http: 403,
    code: '4081',
    reason: 'REGISTRATION_CLOSED',
    text: 'Nobody can register here by themselves. Ask whoever runs this installation.',
  },
  grantNotHeld: {
    http: 403,
    code: '4081',
    reason: 'GRANT_NOT_HELD',
    text: 'You can only grant what you may do yourself.',
  },
  aboveYou: {
    http: 403,
    code: '4081',
    reason: 'USER_ABOVE_YOU',
    text: 'Only an administrator can change an administrator.',
  },
  ownAccess: {
    http: 403,
    code: '4081',
    reason: 'OWN_ACCESS',
    text: 'Nobody changes their own roles or deactivates themselves. Ask another administrator.',
  },
  viewingAs: {
    http: 403,
    code: '4081',
    reason: 'VIEWING_AS_ROLE',
    text: 'You are viewing the console as another role. Leave the view to change anything.',
  },
  stepUpRequired: { http: 403, code: '4081', reason: 'STEP_UP_REQUIRED', text: 'Confirm that it is you first.' },
  lastAdministrator: {
    http: 409,
    code: '4079',
    reason: 'LAST_ADMINISTRATOR',
    text: 'This is the last active administrator. Make somebody else one first.',
  },
  ownTwoStepFirst: {
    http: 409,
    code: '4079',
    reason: 'OWN_TWO_STEP_FIRST',
    text: 'Set up two-step verification for yourself first.',
  },
  signInBusy: {
    http: 429,
    code: '4088',
    reason: 'TOO_MANY_REQUESTS',
    text: 'Too many sign-ins at once. Try again in a moment.',
  },
  signInLocked: {
    http: 429,
    code: '4088',
    reason: 'SIGN_IN_LOCKED',
    text: 'Too many failed sign-ins. Try again in 30 minutes.',
  },
  codesLocked: {
    http: 429,
    code: '4088',
    reason: 'CODES_LOCKED',
    text: 'Too many wrong codes. Try again later, or use a passkey or a recovery code.',
  },
} as const satisfies Record<string, FaultSpec>
