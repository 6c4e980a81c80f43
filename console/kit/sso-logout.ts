import { ssoLogoutPath } from '#contract/sso.ts'
import { base } from './send-call.ts'

/** Leaves for the sign-out of the business' own provider, which comes back to where its people sign in. */
export const leaveThroughProvider = (company: string): void => location.assign(base + ssoLogoutPath(company))
