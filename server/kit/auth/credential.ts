/** The name under which the last use of a merchant's secret is kept; each secret of a merchant has a number. */
export const secretCredential = (version: number): string => `secret-${version}`
