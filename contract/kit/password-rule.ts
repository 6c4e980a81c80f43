/**
 * What is wrong with a new password, or null: 12 to 256 characters with a letter and a digit, of any script. Counted in
 * code points of what was typed and of its NFKC form, which is what gets hashed, so that the same password typed on
 * another keyboard is judged alike. The server also refuses common ones.
 */
export const passwordRuleFault = (password: string): PasswordRuleFault | null => passwordRuleFaults(password)[0] ?? null

/** All that is wrong with a new password, the length first. */
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
