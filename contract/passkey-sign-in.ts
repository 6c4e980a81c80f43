import { z } from 'zod'
import { PasskeyAssertion, PasskeyRequest } from './factor-shapes.ts'
import { call, content } from './kit/call.ts'
import { Session } from './session.ts'

/** The WebAuthn options to sign in by a passkey alone, valid once, for five minutes, in this browser. They name no user. */
export const askPasskey = call({
  at: 'POST /api/account/passkey-sign-in/begin',
  answer: content(PasskeyRequest),
  access: 'public',
  faults: ['wrongState'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Signs a user in by a passkey that has verified them, in place of the password and of the second factor. Every failure
 * has the same text.
 */
export const signInWithPasskey = call({
  at: 'POST /api/account/passkey-sign-in',
  body: z.strictObject({ passkey: PasskeyAssertion }),
  answer: content(Session),
  access: 'public',
  faults: ['invalidPasskey', 'ssoRequired', 'sessionLost'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})
