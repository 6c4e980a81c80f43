import type { Transaction } from './db.ts'

/** How a name to sign in by is compared: NFKC, without blanks around it, in small letters. */
export const loginName = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()

export interface FoundLogin {
  merchant_id: string
  sub_user_id: string
  /** Null for somebody who was invited and has not chosen one yet. */
  password_phc: string | null
  /** The user is active, and so is the merchant. */
  may_sign_in: boolean
}

/** Who signs in by this {@link loginName}. */
export async function findLogin(tx: Transaction, name: string): Promise<FoundLogin | undefined> {
  const [login] = await tx.query<FoundLogin>(
    `select merchant_id, sub_user_id, nullif(password_phc, '') as password_phc, may_sign_in from find_login($1)`,
    [name],
  )
  return login
}
