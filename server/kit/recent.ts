/** What was last learnt of so many things at most, by name; it forgets what it has learnt the longest ago. */
export interface Recent<Known> {
  recall(name: string): Known | undefined
  remember(name: string, known: Known): void
  forget(name: string): void
}

export function recent<Known>(most = 10_000): Recent<Known> {
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
