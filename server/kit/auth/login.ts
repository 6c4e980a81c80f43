import type { Transaction } from '#server/kit/db/db.ts'

/** The form in which login names are compared: NFKC, trimmed, in lower case. */
export const loginName = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()

/** A login: the sub-user with the facts that signing in needs. */
export interface Login {
  merchantId: string
  subUserId: string
}

export interface FoundLogin {
  merchant_id: string
  sub_user_id: string
  /** Null for an invited user without a password yet. */
  password_phc: string | null
  /** The user and the merchant are active. */
  may_sign_in: boolean
}

/** Finds the login of this {@link loginName}. */
export async function findLogin(tx: Transaction, name: string): Promise<FoundLogin | undefined> {
  const [login] = await tx.query<FoundLogin>(
    `select merchant_id, sub_user_id, nullif(password_phc, '') as password_phc, may_sign_in from find_login($1)`,
    [name],
  )
  return login
}
