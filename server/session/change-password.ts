import type { Input } from '#contract/kit/call.ts'
import type { changePassword } from '#contract/session.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Before } from '#server/kit/handler.ts'
import { passwordFault, type PasswordFault } from '#server/kit/password.ts'
import { provePassword } from './prove-password.ts'

/**
 * Checks the old password and hashes the new one, with no transaction open. A wrong old one counts as a failed sign-in;
 * a new one that is too easy, or the old one again, is told at its field.
 */
export async function hashNewPassword(before: Before, body: Input<typeof changePassword>['body']): Promise<string> {
  if (!before.user) throw new Fault('sessionLost')
  const fault = passwordFault(body.new_password) ?? (body.new_password === body.old_password ? 'same' : null)
  if (fault) throw fieldFault('invalidRequest', 'new_password', `password_${fault}`, words[`password_${fault}`])
  await provePassword(before, before.user.email, body.old_password).catch((error: unknown) => {
    const wrong = error instanceof Fault && error.fault === 'invalidPassword'
    throw wrong ? fieldFault('invalidPassword', 'old_password', 'password_wrong', 'This is not your password.') : error
  })
  return before.house.passwords.hash(body.new_password)
}

const words: Record<`password_${PasswordFault | 'same'}`, string> = {
  password_too_short: 'A password needs at least 12 characters.',
  password_too_long: 'A password may have at most 256 characters.',
  password_no_letter: 'A password needs a letter.',
  password_no_digit: 'A password needs a digit.',
  password_common: 'This password is among the first that anyone would guess.',
  password_same: 'This is the password that you have already.',
}
