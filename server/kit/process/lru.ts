/** A cache of bounded size by name; the entry learnt longest ago is dropped first. */
export interface Lru<Known> {
  recall(name: string): Known | undefined
  remember(name: string, known: Known): void
  forget(name: string): void
}

export function createLru<Known>(most = 10_000): Lru<Known> {
  const known = new Map<string, Known>()
  return {
    recall: (name) => known.get(name),
    remember(name, what) {
      known.delete(name)
      known.set(name, what)
      if (known.size > most) known.delete(known.keys().next().value as string)
    },
    forget: (name) => void known.delete(name),
  }
}
