/**
 * Which attempt this tab has under way, so that a reload goes on with it. A browser that keeps nothing only loses that:
 * the server still lets no second attempt run beside the first.
 */
export const rememberedAttempt = (attemptsUrl: string): string =>
  tried(() => sessionStorage.getItem(nameOf(attemptsUrl))) ?? ''

export function rememberAttempt(attemptsUrl: string, orderRef: string): void {
  tried(() => sessionStorage.setItem(nameOf(attemptsUrl), orderRef))
}

export function forgetAttempt(attemptsUrl: string): void {
  tried(() => sessionStorage.removeItem(nameOf(attemptsUrl)))
}

const nameOf = (attemptsUrl: string): string => `attempt of ${attemptsUrl}`

/** Browsers may forbid storage, and then even touching it throws. */
function tried<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
