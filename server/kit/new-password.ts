import { fieldFault } from '#contract/faults.ts'
import { passwordFault, type PasswordHasher } from './password.ts'

/** Hashes a password that somebody chooses, whose form the contract has checked; a common one is the field's fault. */
export function newPasswordHash(passwords: PasswordHasher, password: string, field: string): Promise<string> {
  const fault = passwordFault(password)
  if (fault) throw fieldFault('invalidRequest', field, fault, 'This password is too easy to guess.')
  return passwords.hash(password)
}
