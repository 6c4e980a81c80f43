/**
 * What this tab keeps of a payment page: what was typed, so that neither a reload nor the way back loses it, the order that was
 * made, whether one was asked for, and what the page has to say after a reload. A browser that keeps nothing only loses that.
 */
export interface Kept {
  read(): string
  write(text: string): void
}

/** `page` tells pages apart, and the ways in which one was filled in by its address. */
export const keptOf = (what: 'typed' | 'order' | 'asked' | 'news', page: string): Kept => ({
  read: () => tried(() => sessionStorage.getItem(`${what} of ${page}`)) ?? '',
  write: (text) =>
    tried(() =>
      text ? sessionStorage.setItem(`${what} of ${page}`, text) : sessionStorage.removeItem(`${what} of ${page}`),
    ),
})

/** The values that were kept, by the identifier of the input; none when what is kept cannot be read. */
export function typedIn(kept: Kept): ReadonlyMap<string, string | boolean> {
  const parsed = tried(() => JSON.parse(kept.read() || '{}') as unknown)
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  return new Map(entries.filter((entry): entry is [string, string | boolean] => /string|boolean/.test(typeof entry[1])))
}

/** Browsers may forbid storage, and then even touching it throws. */
function tried<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
