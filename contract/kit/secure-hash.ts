/** Who a user of the console is, as `secure_hash` holds it together. */
export interface SecureHashFacts {
  /** The merchant's key. */
  key: string
  environment: 'sandbox' | 'live'
  roles: readonly string[]
}

/** The text under `secure_hash`: `key|environment|roles`, the roles sorted and joined by commas. */
export const secureHashMessage = ({ key, environment, roles }: SecureHashFacts): string =>
  `${key}|${environment}|${roles.toSorted().join(',')}`
