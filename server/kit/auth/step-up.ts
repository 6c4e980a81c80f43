import { limits } from '#contract/limits.ts'
import { Fault } from '#contract/faults.ts'
import type { User } from '#server/kit/ctx.ts'

/** Throws `stepUpRequired` for a user whose latest proof of the password or a second factor is too old. */
export function needFreshProof({ provedSecondsAgo }: Pick<User, 'provedSecondsAgo'>): void {
  if (provedSecondsAgo > limits.stepUpMinutes * 60) throw new Fault('stepUpRequired')
}
