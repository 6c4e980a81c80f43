import { vi } from 'vitest'

/** For tests: a localStorage with the mark of a browser in which somebody may be signed in. */
export function markedStorage(): Map<string, string> {
  const kept = new Map([['signed-in', '1']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return kept
}
