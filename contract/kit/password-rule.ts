/**
 * The first fault of a new password, or null. It needs 12 to 256 characters with a letter and a digit of any script,
 * counted in code points both of the typed text and of its NFKC form. The NFKC form is hashed, so that the same
 * password typed on another keyboard is equal. The server also refuses common passwords.
 */
export const passwordRuleFault = (password: string): PasswordRuleFault | null => passwordRuleFaults(password)[0] ?? null

/** All faults of a new password, the length first. */
export function passwordRuleFaults(password: string): PasswordRuleFault[] {
  const normal = password.normalize('NFKC')
  const lengths = [password, normal].map((text) => Array.from(text).length)
  const faults: PasswordRuleFault[] = []
  if (Math.min(...lengths) < passwordLength.min) faults.push('too_short')
  else if (Math.max(...lengths) > passwordLength.max) faults.push('too_long')
  if (!/\p{L}/u.test(normal)) faults.push('no_letter')
  if (!/\p{Nd}/u.test(normal)) faults.push('no_digit')
  return faults
}

export type PasswordRuleFault = 'too_short' | 'too_long' | 'no_letter' | 'no_digit'

/** In code points. */
export const passwordLength = { min: 12, max: 256 } as const
