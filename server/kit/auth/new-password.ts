import { fieldFault } from '#contract/faults.ts'
import { passwordFault, type PasswordHasher } from './password.ts'

/** Hashes a newly chosen password, whose form the contract has checked; a common password is a fault of its field. */
export function newPasswordHash(passwords: PasswordHasher, password: string, field: string): Promise<string> {
  const fault = passwordFault(password)
  if (fault) throw fieldFault('invalidRequest', field, fault, 'This password is too easy to guess.')
  return passwords.hash(password)
}
