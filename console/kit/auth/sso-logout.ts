import { leaveThroughSso } from '#contract/sso.ts'
import { base, filledPath } from '#console/kit/api/send-call.ts'

/** Navigates to the sign-out of the business' identity provider, which redirects to the tenant's sign-in. */
export const leaveThroughProvider = (company: string): void =>
  location.assign(base + filledPath(leaveThroughSso, { company }))
