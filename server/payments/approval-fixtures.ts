import type { Asked, Outcome, Provider } from '#server/providers/provider.ts'

/** How a request to begin or to complete a payment is answered. */
export type Answer = 'known' | 'unknown before' | 'unknown after' | 'unavailable' | 'declined' | 'sent back'
/** For tests: a provider whose shopper approves on its page, and that takes money only when it is told to. */
export interface Approving extends Provider {
  /** How the next request to begin or to complete is answered. */
  answers: Answer
  approve(key: string): void
  /** The keys whose money was taken, each time that it was. */
  taken: string[]
  completes: string[]
}

export function approving(base: Provider): Approving {
  const states = new Map<string, 'pending' | 'approved' | 'captured' | 'declined' | 'expired'>()
  const stands = (key: string): Outcome => {
    const kind = states.get(key)
    const providerRef = `ref_${key}`
    if (!kind) return { kind: 'absent' }
    if (kind === 'pending') return { kind, providerRef, action: { kind: 'redirect', url: 'https://wallet.example/' } }
    if (kind === 'declined') return { kind, providerRef, reason: 'BANK_REFUSED_TRANSACTION', providerText: 'no' }
    return { kind, providerRef }
  }
  const answered = (key: string, act: () => void): Outcome => {
    const how = self.answers
    if (how === 'unavailable') return { kind: 'unavailable', providerText: 'The account is restricted.' }
    if (how !== 'unknown before') act()
    return how.startsWith('unknown') ? { kind: 'unknown', why: how } : stands(key)
  }
  const self: Approving = {
    ...base,
    answers: 'known',
    taken: [],
    completes: [],
    approve: (key) => void (states.get(key) === 'pending' && states.set(key, 'approved')),
    authorise: async ({ key }) => answered(key, () => void (states.has(key) || states.set(key, 'pending'))),
    async complete({ key }: Asked) {
      self.completes.push(key)
      return answered(key, () => {
        if (states.get(key) !== 'approved') return
        states.set(
          key,
          self.answers === 'declined' ? 'declined' : self.answers === 'sent back' ? 'pending' : 'captured',
        )
        if (states.get(key) === 'captured') self.taken.push(key)
      })
    },
    status: async ({ key }) => stands(key),
    async cancel({ key }, why) {
      if (states.get(key) === 'pending') states.set(key, why === 'time' ? 'expired' : 'declined')
      return stands(key)
    },
  }
  return self
}
