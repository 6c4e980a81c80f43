import type { Domain } from '#server/kit/domain.ts'
import { expirePayable } from './jobs.ts'

export const payables = { jobs: [expirePayable] } satisfies Domain
