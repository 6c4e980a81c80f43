import type { User } from '#server/kit/ctx.ts'

/**
 * Whether the session's user has a second factor: the rule for what needs more than a password, such as payouts. As the
 * gate confirms the session, so it confirms this.
 */
export const hasSecondFactor = (user: Pick<User, 'twoStep'> | null): boolean => user?.twoStep ?? false
