import type { Input } from '#contract/kit/call.ts'
import type { changePassword } from '#contract/session.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Before } from '#server/kit/handler.ts'
import { newPasswordHash } from '#server/kit/auth/new-password.ts'
import { provePassword } from './prove-password.ts'

/**
 * Checks the old password and hashes the new one, with no transaction open. A wrong old password counts as a failed sign-in;
 * a new password that is too easy, or equals the old one, is refused at its field.
 */
export async function hashNewPassword(before: Before, body: Input<typeof changePassword>['body']): Promise<string> {
  const { email } = userOf(before)
  const { old_password, new_password } = body
  if (new_password === old_password) throw fieldFault('invalidRequest', 'new_password', 'password_same', sameText)
  await provePassword(before, email, old_password, 'account.change-password').catch((error: unknown) => {
    const wrong = error instanceof Fault && error.fault === 'invalidPassword'
    throw wrong ? fieldFault('invalidPassword', 'old_password', 'password_wrong', 'This is not your password.') : error
  })
  return newPasswordHash(before.services.passwords, new_password, 'new_password')
}
const sameText = 'This is the password that you have already.'
