/** The facts about a user that `secure_hash` covers. */
export interface SecureHashFacts {
  /** The merchant's key. */
  key: string
  environment: 'sandbox' | 'live'
  roles: readonly string[]
}

/** The message of `secure_hash`: `key|environment|roles`, the roles sorted and joined by commas. */
export const secureHashMessage = ({ key, environment, roles }: SecureHashFacts): string =>
  `${key}|${environment}|${roles.toSorted().join(',')}`
