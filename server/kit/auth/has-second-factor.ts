import type { User } from '#server/kit/ctx.ts'

/**
 * Whether the session's user has a second factor, which acts such as payouts require. The gate confirms this together
 * with the session.
 */
export const hasSecondFactor = (user: Pick<User, 'twoStep'> | null): boolean => user?.twoStep ?? false
