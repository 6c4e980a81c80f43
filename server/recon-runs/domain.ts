import type { Domain } from '#server/kit/domain.ts'
import { tryRules } from './dry-run-job.ts'
import { runHandlers } from './handlers.ts'
import { runReconciliation } from './jobs.ts'
import { ruleHandlers } from './rule-handlers.ts'
import { beginDaily, beginWanted, checkResults } from './time-jobs.ts'

export const reconRuns = {
  handlers: runHandlers,
  jobs: [runReconciliation, beginWanted, beginDaily, checkResults],
} satisfies Domain
export const reconRules = { handlers: ruleHandlers, jobs: [tryRules] } satisfies Domain
