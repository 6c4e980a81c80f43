import type { Connection, Onboarding } from './provider.ts'

/** The check of an onboarded account, whose call-backs come to the operator's partner account. */
export const accountConnection = (onboarding: Onboarding, accountRef: string): Connection => ({
  async test(signal) {
    const progress = await onboarding.ask({ key: '', accountRef }, signal)
    if (progress.kind === 'silent') return progress
    const checks = progress.checks.map(({ name, ok, text }) => ({ name, ok, text }))
    return { kind: 'working', account: accountRef, checks }
  },
})
