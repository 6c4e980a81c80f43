/** A cache of bounded size by name; the least recently used entry is dropped first. */
export interface Lru<Value> {
  recall(name: string): Value | undefined
  remember(name: string, value: Value): void
  forget(name: string): void
}

export function createLru<Value>(most = 10_000): Lru<Value> {
  // A Map keeps the order of insertion, so the first entry is the least recently used.
  const entries = new Map<string, Value>()
  const put = (name: string, value: Value) => {
    entries.delete(name)
    entries.set(name, value)
  }
  return {
    recall(name) {
      const value = entries.get(name)
      if (value !== undefined) put(name, value)
      return value
    },
    remember(name, value) {
      put(name, value)
      if (entries.size > most) entries.delete(entries.keys().next().value as string)
    },
    forget: (name) => void entries.delete(name),
  }
}
