import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { readReconMail } from './mail-job.ts'
import { pullReconFiles } from './pull-job.ts'
import { checkReconExpected, runReconSchedule } from './schedule-jobs.ts'

export const reconIntake = {
  handlers,
  jobs: [pullReconFiles, runReconSchedule, checkReconExpected, readReconMail],
} satisfies Domain
