import { z } from 'zod'
import { call, nothing } from './kit/call.ts'
import { email, newPassword, oneTimeToken } from './kit/wire.ts'

/** Sends a reset link. The answer does not reveal whether the address is known. */
export const sendResetPasswordLink = call({
  at: 'POST /api/account/send-reset-password-link',
  body: z.strictObject({ emailId: email }),
  answer: nothing,
  access: 'public',
  notice: 'If this address is known, a link to choose a new password is on its way to it.',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Sets a new password by the token of the reset link, valid once and for 30 minutes. It ends all sessions of the
 * user, lifts the lock-out, forgets remembered browsers, and notifies the user by mail.
 */
export const updatePassword = call({
  at: 'POST /api/account/update-password',
  body: z.strictObject({ resetToken: oneTimeToken, password: newPassword }),
  answer: nothing,
  access: 'public',
  faults: ['linkInvalid', 'signInBusy', 'ssoRequired'],
  notice: 'Your password is changed. Sign in with the new one.',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})
