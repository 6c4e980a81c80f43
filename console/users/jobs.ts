import type { Role } from '#contract/access.ts'

/** The jobs that most people of a business have, each as the roles that it takes. */
export const jobs = {
  finance: ['payment-refund-user', 'recon-user', 'payouts-user'],
  support: ['payment-refund-user'],
  developer: ['payment-admin'],
  shopStaff: ['payment-links-user'],
  auditor: ['payment-user'],
} as const satisfies Record<string, readonly Role[]>
export type Job = keyof typeof jobs
export const jobNames = Object.keys(jobs) as Job[]

/** The job that takes exactly these roles; undefined for any other set. */
export const jobOf = (roles: readonly Role[]): Job | undefined =>
  jobNames.find((job) => jobs[job].length === roles.length && jobs[job].every((role) => roles.includes(role)))
