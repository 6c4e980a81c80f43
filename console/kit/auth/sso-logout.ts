import { leaveThroughSso } from '#contract/sso.ts'
import { base, filledPath } from '#console/kit/api/send-call.ts'

/** Leaves for the sign-out of the business' own provider, which comes back to where its people sign in. */
export const leaveThroughProvider = (company: string): void =>
  location.assign(base + filledPath(leaveThroughSso, { company }))
